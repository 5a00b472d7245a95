import DocMergeLanguage

/// Finds the key of a line that names a dependency of a program.
struct KeyedLineName {
  private let text: [UInt8]
  private let dialect: KeyedLineFormat.Dialect

  init(_ text: [UInt8], _ dialect: KeyedLineFormat.Dialect) {
    (self.text, self.dialect) = (text, dialect)
  }

  /// The key of a line; `verb` is that of the block around it.
  ///
  /// - Throws: ``FormatRefusal`` for a line that does not fit the format.
  func key(of line: Range<Int>, verb: [UInt8]?) throws(FormatRefusal) -> Node.Key {
    switch dialect {
    case .goSums: return try sumKey(line)
    case .goModule: return try moduleKey(line, verb: verb)
    case .requirements: return requirementKey(line)
    }
  }

  // MARK: Go

  /// The module and the version, with `/go.mod` where only that file was hashed.
  private func sumKey(_ line: Range<Int>) throws(FormatRefusal) -> Node.Key {
    let words = text[line].split(separator: 0x20)
    guard words.count == 3, words[2].starts(with: "h1:".utf8) else {
      throw FormatRefusal(at: line.lowerBound, tr("a module, a version and a hash were expected"))
    }
    return Node.Key(words[0].startIndex..<words[1].endIndex, in: text)
  }

  /// The verb, and its subject.
  private func moduleKey(_ line: Range<Int>, verb: [UInt8]?) throws(FormatRefusal) -> Node.Key {
    let end = ByteCursor(text, at: line.lowerBound).comment(before: line.upperBound)
    var words = text[line.lowerBound..<end].split(whereSeparator: \.isBlankOrTab)
    let known: Set<String> = [
      "module", "go", "toolchain", "godebug", "require", "exclude", "replace", "retract", "tool",
      "ignore",
    ]
    let name = verb ?? words.first.map(Array.init) ?? []
    guard known.contains(String(decoding: name, as: UTF8.self)) else {
      throw FormatRefusal(at: line.lowerBound, tr("a verb of go.mod was expected"))
    }
    if verb == nil { words.removeFirst() }
    guard let first = words.first else {
      throw FormatRefusal(at: line.upperBound, tr("a value was expected"))
    }
    func key(_ parts: ArraySlice<ArraySlice<UInt8>>) -> Node.Key {
      let place = first.startIndex..<(parts.last?.endIndex ?? first.endIndex)
      return Node.Key(meaning: name + [0x20] + Array(parts.joined(separator: [0x20])), at: place)
    }
    switch String(decoding: name, as: UTF8.self) {
    case "module", "go", "toolchain": return Node.Key(meaning: name, at: first.indices)
    case "require": return key(words.prefix(1))
    case "replace": return key(words.prefix { !$0.elementsEqual("=>".utf8) })
    default: return key(words[...])
    }
  }

  // MARK: pip

  /// The name of a package, as pip compares names, and the systems that it is for.
  private func requirementKey(_ line: Range<Int>) -> Node.Key {
    let value = text[line]
    if let egg = value.firstRange(of: Array("#egg=".utf8)) {
      let name = text[egg.upperBound..<line.upperBound].prefix(while: \.isRequirementByte)
      return Node.Key(meaning: Self.normalized(name), at: name.indices)
    }
    let name = value.prefix(while: \.isRequirementByte)
    let rest = value[name.endIndex...].drop(while: \.isBlankOrTab)
    guard let first = name.first, first != 0x2D, rest.first != 0x3A, rest.first != 0x2F else {
      return Node.Key(value.prefix { $0 != 0x0A }.indices, in: text)
    }
    let marker = rest.prefix { $0 != 0x0A && $0 != 0x5C && $0 != 0x23 }.drop { $0 != 0x3B }
    return Node.Key(
      meaning: Self.normalized(name) + marker.filter { !$0.isBlankOrTab }, at: name.indices)
  }

  /// The name in lower case, with a hyphen for each run of hyphens, underscores and dots.
  private static func normalized(_ name: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    for byte in name {
      let isMark = byte == 0x2D || byte == 0x5F || byte == 0x2E
      if isMark, bytes.last == 0x2D { continue }
      bytes.append(isMark ? 0x2D : byte.lowercased)
    }
    return bytes
  }
}

extension UInt8 {
  /// Whether the byte can be part of the name of a package for Python.
  fileprivate var isRequirementByte: Bool {
    isASCIILetter || isDecimalDigit || self == 0x2D || self == 0x5F || self == 0x2E
  }
}

extension ByteCursor {
  /// Where the comment of a line starts, or the line ends.
  fileprivate func comment(before end: Int) -> Int {
    var place = offset
    while place + 1 < end {
      if text[place] == 0x2F, text[place + 1] == 0x2F, place == 0 || text[place - 1].isWhite {
        return place
      }
      place += 1
    }
    return end
  }
}
