import DocMergeArchive
import DocMergeLanguage

/// A book: the texts of its package in the order in which they are read.
struct BookDocument: Sendable {
  /// A text of the package.
  struct Section: Sendable, Hashable {
    /// The name of its part.
    var name: String
    var contents: [UInt8]
  }

  let package: OfficePackage
  /// The part that lists all others.
  let contentsPart: String
  private(set) var sections: [Section] = []
  /// The places of the sections by the names of their parts.
  private var places: [String: Int] = [:]

  static let typePart = "mimetype"

  /// Reads a book.
  ///
  /// - Throws: ``OfficeRefusal`` for one whose texts are encrypted or cannot be read.
  init(_ package: OfficePackage) throws(OfficeRefusal) {
    self.package = package
    let container = "META-INF/container.xml"
    var roots: [String] = []
    try package.xml(container)?.root.forEach { element in
      if element.localName == "rootfile", let path = element["full-path"] { roots.append(path) }
    }
    guard let part = roots.first, let list = try package.xml(part)?.root else {
      throw .malformed(part: container, reason: tr("it names no contents"))
    }
    contentsPart = part
    try Self.refuseEncrypted(package)
    let order = Self.readingOrder(list, part)
    let texts = package.names.filter(Self.isText)
    var known: Set<String> = []
    for name in [part] + order.filter(Set(texts).contains) + texts.sorted()
    where known.insert(name).inserted {
      guard let contents = try package.contents(name) else { continue }
      guard String(validating: contents, as: UTF8.self) != nil else {
        throw .malformed(part: name, reason: tr("it is no text in UTF-8"))
      }
      let headings = DocumentLines.lines(of: contents).filter { $0.hasPrefix(Self.headingStart) }
      guard headings.isEmpty else {
        throw .malformed(part: name, reason: tr("a line in it looks like the start of a part"))
      }
      places[name] = sections.count
      sections.append(Section(name: name, contents: contents))
    }
  }

  private static let textEnds = ["xhtml", "html", "htm", "opf", "ncx", "css", "svg", "smil"]

  private static func isText(_ name: String) -> Bool {
    let end = name.split(separator: ".").last.map { $0.lowercased() }
    return end.map(textEnds.contains) ?? false
  }

  /// Fonts may be hidden; texts that are cannot be merged.
  private static func refuseEncrypted(_ package: OfficePackage) throws(OfficeRefusal) {
    var isEncrypted = package["META-INF/rights.xml"] != nil
    try package.xml("META-INF/encryption.xml")?.root.forEach { element in
      if element.localName == "CipherReference", let part = element["URI"], isText(part) {
        isEncrypted = true
      }
    }
    if isEncrypted { throw .encrypted }
  }

  /// The parts that the list of contents has in the order in which they are read, then the others.
  private static func readingOrder(_ list: XMLElement, _ part: String) -> [String] {
    let folder = part.lastIndex(of: "/").map { part[...$0] } ?? ""
    var parts: [String: String] = [:]
    var (items, spine) = ([String](), [String]())
    list.forEach { element in
      if element.localName == "item", let id = element["id"], let href = element["href"] {
        parts[id] = folder + (href.removingPercentEncoding ?? href)
        items.append(id)
      } else if element.localName == "itemref", let id = element["idref"] {
        spine.append(id)
      }
    }
    return (spine + items).compactMap { parts[$0] }
  }

  // MARK: - Text

  static let headingStart = ":::: "

  static func heading(_ name: String) -> [UInt8] { Array("\(headingStart)\(name)\n".utf8) }

  /// The book as text: each part behind a line with its name.
  var text: [UInt8] {
    sections.flatMap { Self.heading($0.name) + $0.contents + [0x0A] }
  }

  /// The book with other contents of a part.
  func replacing(_ name: String, with contents: [UInt8]) -> BookDocument {
    var book = self
    if let place = places[name] { book.sections[place].contents = contents }
    return book
  }

  func contents(_ name: String) -> [UInt8]? { places[name].map { sections[$0].contents } }
}

extension String {
  /// The text with `%20` and the like as the characters that they stand for; `nil` for a wrong one.
  fileprivate var removingPercentEncoding: String? {
    var (bytes, rest) = ([UInt8](), Array(utf8)[...])
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16) else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
