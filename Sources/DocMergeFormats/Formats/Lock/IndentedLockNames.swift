/// Finds the keys of the lines of a lock file, and the lines that hold entries.
struct IndentedLockNames {
  private let text: [UInt8]
  private let dialect: IndentedLockFormat.Dialect

  init(_ text: [UInt8], _ dialect: IndentedLockFormat.Dialect) {
    (self.text, self.dialect) = (text, dialect)
  }

  /// Whether the lines below a line are entries of their own.
  func isContainer(_ line: Range<Int>, path: [Range<Int>]) -> Bool {
    switch dialect {
    case .yarn: true
    case .bundler: path.isEmpty || path.count == 1 && says("specs:", line)
    case .cocoaPods: path.isEmpty || path.count == 1 && says("SPEC REPOS:", path[0])
    }
  }

  /// The key of a line among its siblings.
  ///
  /// - Parameters:
  ///   - line: The line, without indentation.
  ///   - next: The first line below it, if it has any.
  ///   - path: The lines that it is indented below, the outermost first.
  /// - Returns: The key.
  func key(of line: Range<Int>, before next: Range<Int>?, path: [Range<Int>]) -> Node.Key {
    switch dialect {
    case .yarn: path.isEmpty ? specifierKey(line) : key(tokenRange(line))
    case .bundler: bundlerKey(line, before: next, path: path)
    case .cocoaPods: podKey(line, path: path)
    }
  }

  /// The parts of an entry of Yarn that belong together.
  func dependence(of node: Node, path: [Range<Int>]) -> Node.Dependence? {
    guard dialect == .yarn, path.count == 1 else { return nil }
    var hash = ContentHash()
    for byte in text[node.body] { hash.add(byte) }
    return .condition(hash.value)
  }

  private func key(_ range: Range<Int>) -> Node.Key { Node.Key(range, in: text) }

  private func says(_ word: StaticString, _ range: Range<Int>) -> Bool {
    ByteCursor(text, at: range.lowerBound).isAt(word) && range.count == word.utf8CodeUnitCount
  }

  /// The text before the first byte of a kind.
  private func prefix(_ line: Range<Int>, before isEnd: (UInt8) -> Bool) -> Range<Int> {
    line.lowerBound..<(text[line].firstIndex(where: isEnd) ?? line.upperBound)
  }

  // MARK: Yarn

  /// The first of the specifiers of an entry: `"a@^1.0", a@^1.1:`.
  private func specifierKey(_ line: Range<Int>) -> Node.Key {
    key(Self.specifiers(of: text[line]).first ?? line)
  }

  /// The places of the specifiers of an entry, without quotation marks.
  static func specifiers(of line: ArraySlice<UInt8>) -> [Range<Int>] {
    guard line.last == 0x3A else { return [] }
    return line.dropLast().split(separator: 0x2C).map { part in
      let part = part.drop { $0 == 0x20 || $0 == 0x22 }
      let end = part.lastIndex { $0 != 0x20 && $0 != 0x22 }.map { $0 + 1 } ?? part.startIndex
      return part.startIndex..<end
    }
  }

  /// The name that a line starts with, without quotation marks.
  private func tokenRange(_ line: Range<Int>) -> Range<Int> {
    if text[line.lowerBound] == 0x22 {
      let inside = line.lowerBound + 1..<line.upperBound
      return prefix(inside) { $0 == 0x22 }
    }
    return prefix(line) { $0 == 0x20 || $0 == 0x3A }
  }

  // MARK: Bundler

  private func bundlerKey(
    _ line: Range<Int>, before next: Range<Int>?, path: [Range<Int>]
  ) -> Node.Key {
    guard let section = path.first else {
      // Sections of one kind differ in the source of their gems.
      guard let next, text[next].starts(with: "remote:".utf8) else { return key(line) }
      return Node.Key(meaning: Array(text[line]) + [0] + text[next], at: line)
    }
    if path.count == 2 || says("CHECKSUMS", section) { return gemKey(line) }
    if says("PLATFORMS", section) { return key(line) }
    if says("DEPENDENCIES", section) { return key(prefix(line) { $0 == 0x20 || $0 == 0x21 }) }
    if says("BUNDLED WITH", section) || says("RUBY VERSION", section) {
      return Node.Key(meaning: "version".utf8, at: line)
    }
    return text[line].starts(with: "remote:".utf8) ? key(line) : key(prefix(line) { $0 == 0x3A })
  }

  /// The name of a gem, and its platform: `nokogiri (1.13.0-x86_64-linux)`.
  private func gemKey(_ line: Range<Int>) -> Node.Key {
    let name = prefix(line) { $0 == 0x20 }
    let version = text[name.upperBound..<line.upperBound].prefix { $0 != 0x29 }
    guard let platform = version.firstIndex(of: 0x2D) else { return key(name) }
    return Node.Key(meaning: Array(text[name]) + version[platform...], at: name)
  }

  // MARK: CocoaPods

  private func podKey(_ line: Range<Int>, path: [Range<Int>]) -> Node.Key {
    var name = line
    if text[name].starts(with: [0x2D, 0x20]) { name = name.lowerBound + 2..<name.upperBound }
    if text[name].first == 0x22 { name = name.lowerBound + 1..<name.upperBound }
    guard let section = path.first, let first = text[section].first else {
      return key(prefix(line) { $0 == 0x3A })
    }
    // PODS, DEPENDENCIES and SPEC REPOS are lists of pods; other sections have a value after the name.
    let isList =
      first == UInt8(ascii: "P") || first == UInt8(ascii: "D")
      || text[section].starts(with: "SPEC R".utf8) && path.count > 1
    if !isList { return key(prefix(name) { $0 == 0x3A }) }
    return key(prefix(name) { $0 == 0x20 || $0 == 0x22 || $0 == 0x3A })
  }
}
