internal import DocMergeExpat

extension XMLDocument {
  /// How deep elements may stand in each other.
  private static let depthLimit = 512

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - bytes: the document, in an encoding that Expat knows.
  ///   - name: what a refusal calls it.
  /// - Throws: ``ArchiveRefusal`` where it is not well-formed, or declares a document type.
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package init(_ bytes: [UInt8], named name: String) throws(ArchiveRefusal) {
    guard let parser = XML_ParserCreate(nil) else { throw .damaged(name) }
    defer { XML_ParserFree(parser) }
    let builder = XMLBuilder(parser, depthLimit: Self.depthLimit)
    XML_SetUserData(parser, Unmanaged.passUnretained(builder).toOpaque())
    builder.listen()
    let status = bytes.withUnsafeBytes { buffer in
      XML_Parse(
        parser, buffer.bindMemory(to: CChar.self).baseAddress, Int32(clamping: buffer.count), 1)
    }
    if builder.isTooLarge { throw .tooLarge(name) }
    if builder.declaresType { throw .documentType(name) }
    guard status == XML_STATUS_OK, !builder.isTooDeep, let root = builder.root else {
      throw .notXML(name, line: Int(XML_GetCurrentLineNumber(parser)))
    }
    self.init(root: root, isStandalone: builder.isStandalone, hasRemarks: builder.hasRemarks)
  }
}

/// Builds a tree of what Expat reports.
private final class XMLBuilder {
  private(set) var root: XMLElement?
  private(set) var declaresType = false
  private(set) var isStandalone: Bool?
  private(set) var isTooDeep = false
  private(set) var isTooLarge = false
  private(set) var hasRemarks = false
  private var count = 0

  private var open: [XMLElement] = []
  private var text: [UInt8] = []
  private let parser: XML_Parser
  private let depthLimit: Int

  /// How many elements a document may have; a book of a thousand pages has some sixty thousand.
  private static let elementLimit = 400_000

  init(_ parser: XML_Parser, depthLimit: Int) {
    (self.parser, self.depthLimit) = (parser, depthLimit)
  }

  /// Sets what the parser calls.
  func listen() {
    XML_SetElementHandler(
      parser,
      { user, name, attributes in XMLBuilder.at(user)?.start(name, attributes) },
      { user, _ in XMLBuilder.at(user)?.end() })
    XML_SetCharacterDataHandler(parser) { user, characters, count in
      XMLBuilder.at(user)?.add(characters, Int(count))
    }
    XML_SetCommentHandler(parser) { user, _ in XMLBuilder.at(user)?.hasRemarks = true }
    XML_SetProcessingInstructionHandler(parser) { user, _, _ in
      XMLBuilder.at(user)?.hasRemarks = true
    }
    XML_SetStartDoctypeDeclHandler(parser) { user, _, _, _, _ in
      XMLBuilder.at(user)?.refuseType()
    }
    XML_SetXmlDeclHandler(parser) { user, _, _, standalone in
      if standalone >= 0 { XMLBuilder.at(user)?.isStandalone = standalone == 1 }
    }
  }

  private static func at(_ pointer: UnsafeMutableRawPointer?) -> XMLBuilder? {
    pointer.map { Unmanaged<XMLBuilder>.fromOpaque($0).takeUnretainedValue() }
  }

  private func refuseType() {
    declaresType = true
    XML_StopParser(parser, 0)
  }

  private func start(
    _ name: UnsafePointer<CChar>?, _ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    guard let name, !isTooDeep, !isTooLarge else { return }
    count += 1
    if count > Self.elementLimit {
      isTooLarge = true
      XML_StopParser(parser, 0)
      return
    }
    guard open.count < depthLimit else {
      isTooDeep = true
      XML_StopParser(parser, 0)
      return
    }
    closeText()
    var attributes: [XMLElement.Attribute] = []
    var index = 0
    while let key = list?[index], let value = list?[index + 1] {
      attributes.append(XMLElement.Attribute(String(cString: key), String(cString: value)))
      index += 2
    }
    open.append(XMLElement(String(cString: name), attributes))
  }

  private func end() {
    closeText()
    guard let element = open.popLast() else { return }
    if open.isEmpty {
      root = element
    } else {
      open[open.count - 1].children.append(.element(element))
    }
  }

  private func add(_ characters: UnsafePointer<CChar>?, _ count: Int) {
    guard let characters else { return }
    text += UnsafeRawBufferPointer(start: characters, count: count)
  }

  private func closeText() {
    guard !text.isEmpty else { return }
    if !open.isEmpty {
      open[open.count - 1].children.append(.text(String(decoding: text, as: UTF8.self)))
    }
    text.removeAll(keepingCapacity: true)
  }
}
