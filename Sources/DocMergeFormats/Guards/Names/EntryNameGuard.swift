import DocMergeCore
import DocMergeLanguage

/// Finds entries of an enumeration or a map in program code that have the same name, where no input has two.
///
///     ours    A, K, B      theirs   A, B, K = 9      fault   A, K, B, K = 9
///
/// Compilers reject such a text. Names count within one container.
struct EntryNameGuard {
  private let inputs: [SyntaxTree]

  init(_ inputs: [SyntaxTree]) { self.inputs = inputs }

  /// Whether a name stands twice in a container.
  static func isPossible(in tree: SyntaxTree) -> Bool { !doubled(in: tree).isEmpty }

  /// The entries with a name that another one has.
  ///
  /// The inputs are examined only when a name stands twice.
  ///
  /// - Complexity: O(*n*), *n* being the number of nodes.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    let doubled = Self.doubled(in: tree)
    guard !doubled.isEmpty else { return [] }
    let known = Set(inputs.flatMap { Self.doubled(in: $0).map(\.name) })
    return doubled.filter { !known.contains($0.name) }.map { name, places in
      let text = name.excerpt
      return StructureFault(places: places, reason: tr("two entries would have the name `\(text)`"))
    }.sorted { $0.stands(before: $1) }
  }

  private static func doubled(in tree: SyntaxTree) -> [(name: [UInt8], places: [Range<Int>])] {
    var found: [(name: [UInt8], places: [Range<Int>])] = []
    func visit(_ node: Node, isEnumeration: Bool) {
      let isEnumeration =
        holdsEnumeration(node, in: tree.text) || isEnumeration && node.kind == .items
      let isParameters = node.kind == .items && holdsParameters(node, in: tree.text)
      var groups: [[UInt8]: [Int]] = [:]
      for (index, child) in node.children.enumerated() {
        let names =
          isEnumeration
          ? enumerators(child, in: tree.text)
          : (mapKey(child, of: node, in: tree.text) ?? fieldName(child, of: node, in: tree.text)
            ?? (isParameters ? parameter(child, in: tree.text) : nil)).map { [$0] } ?? []
        for name in names { groups[name, default: []].append(index) }
      }
      for (name, indices) in groups where indices.count > 1 {
        found.append((name, indices.map { node.children[$0].body }))
      }
      for child in node.children where child.isContainer {
        visit(child, isEnumeration: isEnumeration)
      }
    }
    visit(tree.root, isEnumeration: false)
    return found
  }

  /// Whether the words before the children of a node declare an enumeration, not a function with one.
  private static func holdsEnumeration(_ node: Node, in text: [UInt8]) -> Bool {
    guard node.head.count < headLimit else { return false }
    return text[node.head].split(separator: 0x0A).contains { line in
      let words = line.split { !$0.isPartOfName }
      guard let word = words.first(where: { $0.elementsEqual("enum".utf8) }) else { return false }
      // Enumerations of Kotlin can have parameters: `enum class Name(val id: Int) {`.
      let isClass = words.contains { $0.elementsEqual("class".utf8) }
      return line[..<word.startIndex].allSatisfy { $0.isPartOfName || $0.isBlankOrTab }
        && (isClass || line[word.endIndex...].allSatisfy { !"([=".utf8.contains($0) })
    }
  }

  private static let headLimit = 200

  /// Whether the words before the children of a node declare a function in a language with names before types.
  private static func holdsParameters(_ node: Node, in text: [UInt8]) -> Bool {
    let head = text[max(0, node.inner.lowerBound - headLimit)..<node.inner.lowerBound].trimmed
    guard head.last == UInt8(ascii: "(") else { return false }
    let line = head.split(separator: 0x0A).last ?? []
    return line.split { !$0.isPartOfName }.contains { word in
      CodeNames.functions.contains(String(decoding: word, as: UTF8.self))
    }
  }

  /// The name of a parameter: `name`, `name=1`, `name: Type`.
  private static func parameter(_ node: Node, in text: [UInt8]) -> [UInt8]? {
    var name = text[node.body].prefix(while: \.isPartOfName)
    // A label and the name: `with name: Type`.
    let rest = text[node.body][name.endIndex...].drop(while: \.isBlankOrTab)
    let second = rest.prefix(while: \.isPartOfName)
    let next = rest[second.endIndex...].drop(while: \.isBlankOrTab)
    if !second.isEmpty, next.first == UInt8(ascii: ":") { name = second }
    // In PHP the type comes first.
    if rest.first == UInt8(ascii: "$") { return nil }
    return name.isEmpty || name.elementsEqual("_".utf8) ? nil : Array(name)
  }

  /// The names of an entry: `case one, two`, `NAME`, `NAME = 1`, `NAME(…)`; none for a method or the like.
  private static func enumerators(_ node: Node, in text: [UInt8]) -> [[UInt8]] {
    let body = text[node.body]
    guard body.starts(with: "case ".utf8) else {
      return enumerator(body, isCase: false).map { [$0] } ?? []
    }
    var depth = 0
    let cases = body.dropFirst(5).split { byte in
      if "([{".utf8.contains(byte) { depth += 1 }
      if ")]}".utf8.contains(byte) { depth -= 1 }
      return byte == 0x2C && depth == 0
    }
    return cases.compactMap { enumerator($0.drop(while: \.isWhite), isCase: true) }
  }

  /// The name at the start of an entry.
  private static func enumerator(_ entry: ArraySlice<UInt8>, isCase: Bool) -> [UInt8]? {
    let name = entry.prefix(while: \.isPartOfName)
    guard let first = name.first, !first.isDecimalDigit else { return nil }
    let next = entry[name.endIndex...].first { !$0.isBlankOrTab }
    // Constructors and initialisers have parameters and a body.
    guard next != UInt8(ascii: "(") || !entry.contains(UInt8(ascii: "{")) else { return nil }
    let isEntry = next.map { "=,(;@\n{/".utf8.contains($0) } ?? true
    return isEntry ? Array(name) + (isCase ? labels(after: name, in: entry) : []) : nil
  }

  /// The labels of the values of an entry, which tell entries of Swift apart: `(one:)` for `case name(one: Int)`.
  private static func labels(
    after name: ArraySlice<UInt8>, in entry: ArraySlice<UInt8>
  ) -> [UInt8] {
    guard entry[name.endIndex...].first == UInt8(ascii: "(") else { return [] }
    let parts = entry[name.endIndex...].split { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "(") }
    let labels = parts.filter { $0.contains(UInt8(ascii: ":")) }.flatMap { part in
      part.drop(while: \.isWhite).prefix { $0 != UInt8(ascii: ":") } + [UInt8(ascii: ":")]
    }
    return labels.isEmpty ? [] : Array("(".utf8) + labels + Array(")".utf8)
  }

  /// The key of an entry of a map: `"key": value`, `"key" => value`.
  private static func mapKey(_ node: Node, of list: Node, in text: [UInt8]) -> [UInt8]? {
    guard list.kind == .items, !node.isContainer || node.key == nil,
      text[node.body].first == .quotationMark
    else { return nil }
    let rest = text[node.body].dropFirst()
    guard let end = rest.firstIndex(of: .quotationMark), rest[..<end].allSatisfy({ $0 != 0x5C })
    else { return nil }
    let mark = rest[(end + 1)...].drop(while: \.isBlankOrTab)
    guard mark.first == 0x3A || mark.starts(with: "=>".utf8) else { return nil }
    return Array(rest[..<end])
  }

  /// The name of a field, a pattern or an argument: `name: value`, `Name = value`, `.name = value`,
  /// `Kind::name => value`.
  private static func fieldName(_ node: Node, of list: Node, in text: [UInt8]) -> [UInt8]? {
    // There can be one for each platform.
    let isConditional = text[node.leading].contains(UInt8(ascii: "#"))
    guard list.kind == .items, node.key == nil, !isConditional else { return nil }
    let body = text[node.body]
    var end = body.startIndex
    while end < body.endIndex {
      let isPath = body[end...].starts(with: "::".utf8)
      guard isPath || body[end].isPartOfName || body[end] == UInt8(ascii: ".") else { break }
      end += isPath ? 2 : 1
    }
    let name = body[..<end]
    let rest = body[end...].drop(while: \.isBlankOrTab)
    let (mark, next) = (rest.first, rest.dropFirst().first)
    // `T: A, T: B` are two bounds of one type.
    let isLetter = name.count == 1 && name.first?.isCapital ?? true
    let isType =
      isLetter || name.elementsEqual("Self".utf8)
      || name.contains(UInt8(ascii: ":")) && mark == 0x3A
    let value = rest.dropFirst().first { !$0.isBlankOrTab }
    guard !name.isEmpty, !isType || value?.isLetter != true else { return nil }
    let isField =
      switch mark {
      case UInt8(ascii: ":"): next?.isWhite ?? false
      case UInt8(ascii: "="): next != UInt8(ascii: "=")
      default: false
      }
    return isField ? Array(name) : nil
  }
}
