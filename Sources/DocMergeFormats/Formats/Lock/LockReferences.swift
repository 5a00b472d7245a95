/// The entries of a lock file, and the references of other entries to them.
///
///     [[package]]                 an entry
///     name = "serde"
///     dependencies = [
///      "serde_derive",            a reference
///     ]
///
/// The lines are read as package managers write them.
struct LockReferences {
  /// The names of the entries; in Cargo.lock also with their versions, in yarn.lock with the range that was asked for.
  private(set) var entries: Set<[UInt8]> = []
  /// The names that entries refer to, each with the lines that do.
  private(set) var references: [[UInt8]: [Range<Int>]] = [:]

  /// The references to names that have no entry.
  var missing: [[UInt8]: [Range<Int>]] { references.filter { !entries.contains($0.key) } }

  /// How the lines of a file are written.
  enum Notation {
    /// Cargo, Poetry, uv, PDM.
    case toml
    /// npm.
    case json
    case yarn
    case pnpm
    case gems
    case pods
  }

  private let text: [UInt8]
  /// Whether the lines are within a list of dependencies, or a table of them.
  private var (isInList, isInTable) = (false, false)
  /// Whether a table `[[package]]` has begun: other files of TOML have names, too.
  private var isInPackages = false
  /// The name of the entry that is read.
  private var entry: [UInt8] = []

  /// Reads the lines of a lock file.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  init(_ text: [UInt8], _ notation: Notation) {
    self.text = text
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: 0x0A) ?? text.count
      switch notation {
      case .toml: readTOML(start..<end)
      case .json: readJSON(start..<end)
      case .yarn: readYarn(start..<end)
      case .pnpm: readPnpm(start..<end)
      case .gems: readGem(start..<end)
      case .pods: readPod(start..<end)
      }
      start = end + 1
    }
  }

  private mutating func refer(to name: some Sequence<UInt8>, _ line: Range<Int>) {
    references[Array(name), default: []].append(line)
  }

  private func starts(_ line: Range<Int>, _ prefix: StaticString) -> Bool {
    ByteCursor(text, at: line.lowerBound).isAt(prefix)
  }

  /// The text between the first two quotation marks of a line.
  private func quoted(_ line: Range<Int>) -> ArraySlice<UInt8>? {
    guard let start = text[line].firstIndex(of: .quotationMark) else { return nil }
    let rest = text[(start + 1)..<line.upperBound]
    return rest.firstIndex(of: .quotationMark).map { rest[..<$0] }
  }

  /// `dependencies = [` with names on lines of their own, or a table `[package.dependencies]`, below `[[package]]`.
  private mutating func readTOML(_ line: Range<Int>) {
    if starts(line, "[") {
      isInPackages = isInPackages || starts(line, "[[package]]")
      (isInList, isInTable) = (false, isInPackages && starts(line, "[package.dependencies]"))
    } else if !isInPackages {
      return
    } else if starts(line, "name = \"") {
      entry = quoted(line).map { Array($0) } ?? []
      entries.insert(entry)
    } else if starts(line, "version = \""), let version = quoted(line) {
      entries.insert(entry + [0x20] + version)
    } else if starts(line, "dependencies = [") {
      isInList = text[line].last != UInt8(ascii: "]")
    } else if starts(line, "]") {
      isInList = false
    } else if isInList, let reference = quoted(line)?.reference {
      refer(to: reference, line)
    } else if isInTable, text[line].first?.isWhite == false {
      let name = text[line].prefix { $0 != 0x20 && $0 != 0x3D }
      if !name.isEmpty { refer(to: name, line) }
    }
  }

  /// `"node_modules/name": {`, and the lines of `"dependencies": {`.
  private mutating func readJSON(_ line: Range<Int>) {
    guard let name = quoted(line) else {
      isInList = false
      return
    }
    let opens = text[line].last == UInt8(ascii: "{")
    if isInList, !opens {
      refer(to: name, line)
    } else if opens, let path = name.lastRange(of: Array("node_modules/".utf8)) {
      entries.insert(Array(name[path.upperBound...]))
    }
    if opens { isInList = name.elementsEqual("dependencies".utf8) }
  }

  /// `name@range, name@range:`, and the lines below `dependencies:`.
  private mutating func readYarn(_ line: Range<Int>) {
    let content = text[line].drop(while: \.isBlankOrTab)
    switch content.startIndex - line.lowerBound {
    case 0 where content.last == 0x3A:
      for specifier in IndentedLockNames.specifiers(of: text[line]) {
        entries.insert(Array(text[specifier]))
      }
    case 2: isInList = content.elementsEqual("dependencies:".utf8)
    case 4 where isInList:
      let words = content.split(separator: 0x20, maxSplits: 1).map { word in
        word.filter { $0 != .quotationMark }
      }
      guard words.count == 2 else { return }
      let name = words[0].last == 0x3A ? words[0].dropLast() : words[0][...]
      refer(to: Array(name) + [0x40] + words[1], line)
    default: break
    }
  }

  /// `  /name@1.0:` below `packages:` or `snapshots:`, and the lines below its `dependencies:`.
  private mutating func readPnpm(_ line: Range<Int>) {
    let content = text[line].drop(while: \.isBlankOrTab)
    let indentation = content.startIndex - line.lowerBound
    if indentation == 0, !content.isEmpty {
      isInPackages = starts(line, "packages:") || starts(line, "snapshots:")
    }
    guard isInPackages, let colon = content.lastIndex(of: UInt8(ascii: ":")) else { return }
    switch indentation {
    case 2: entries.insert(Self.package(content[..<colon]))
    case 4:
      isInList =
        content[..<colon].elementsEqual("dependencies".utf8)
        || content[..<colon].elementsEqual("optionalDependencies".utf8)
    case 6 where isInList:
      let name = content[..<(content.dropFirst().firstIndex(of: UInt8(ascii: ":")) ?? colon)]
      let version = content[name.endIndex...].dropFirst().drop(while: \.isBlankOrTab)
      // `link:`, `file:` and addresses lead out of the file.
      guard !version.contains(UInt8(ascii: ":")) else { return }
      let plain = Self.package(name)
      let isAlias = version.dropFirst().prefix {
        $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: "_")
      }
      .contains(UInt8(ascii: "@"))
      refer(to: isAlias ? Self.package(version) : plain + [0x40] + Self.package(version), line)
    default: break
    }
  }

  /// A package of pnpm as `name@version`, without quotation marks and the packages that it was resolved with.
  private static func package(_ name: ArraySlice<UInt8>) -> [UInt8] {
    let plain = name.drop { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "/") }
      .prefix { $0 != UInt8(ascii: "'") && $0 != UInt8(ascii: "(") }
    // `/name/1.0` in older files.
    guard !plain.dropFirst().contains(UInt8(ascii: "@")),
      let slash = plain.lastIndex(of: UInt8(ascii: "/")),
      plain[(slash + 1)...].first?.isDecimalDigit == true
    else { return Array(plain) }
    return plain[..<slash] + [0x40] + plain[(slash + 1)...]
  }

  /// `  - Name (1.0)` below `PODS:`, and below it `    - Name (= 1.0)`.
  private mutating func readPod(_ line: Range<Int>) {
    let content = text[line].drop(while: \.isBlankOrTab)
    let indentation = content.startIndex - line.lowerBound
    if indentation == 0, !content.isEmpty { isInPackages = starts(line, "PODS:") }
    guard isInPackages, content.starts(with: "- ".utf8) else { return }
    let name = content.dropFirst(2).drop { $0 == .quotationMark }
      .prefix { !" \":".utf8.contains($0) }
    switch indentation {
    case 2: entries.insert(Array(name))
    case 4: refer(to: name, line)
    default: break
    }
  }

  /// `    name (1.0)`, and below it `      name (~> 1.0)`.
  private mutating func readGem(_ line: Range<Int>) {
    let content = text[line].drop(while: \.isBlankOrTab)
    let name = content.prefix { $0 != 0x20 && $0 != UInt8(ascii: "!") }
    switch content.startIndex - line.lowerBound {
    case 4: entries.insert(Array(name))
    case 6: refer(to: name, line)
    default: break
    }
  }
}

extension ArraySlice<UInt8> {
  /// The name of a dependency such as `serde`, `serde 1.0.2` (with its version), `idna>=2.8`; `nil` for other text.
  fileprivate var reference: ArraySlice<UInt8>? {
    let name = prefix { $0.isPartOfName || $0 == 0x2D || $0 == 0x2E }
    let rest = self[name.endIndex...]
    guard !name.isEmpty else { return nil }
    guard rest.first == 0x20, rest.dropFirst().first?.isDecimalDigit == true else { return name }
    let version = rest.dropFirst().prefix { $0 != 0x20 }
    return self[..<version.endIndex]
  }

  /// The last place where other bytes stand.
  fileprivate func lastRange(of other: [UInt8]) -> Range<Int>? {
    guard count >= other.count else { return nil }
    let start = indices.dropLast(other.count - 1).last { self[$0...].starts(with: other) }
    return start.map { $0..<$0 + other.count }
  }
}
