import DocMergeCore
import DocMergeLanguage

/// The lines of a text that ask for a package, each on its own.
///
///     gem "rails", "~> 7.0"      pod 'Alamofire', '5.0'      implementation 'g:a:1.0'      "six==1.16",      - pandas=1.5
struct RequirementLines {
  /// A package, and the list in which it is asked for.
  private struct Package: Hashable {
    /// The offset of the line that starts the list.
    let list: Int
    let name: [UInt8]
  }

  /// How the packages of a file are written.
  enum Notation {
    /// A word, and the name in quotation marks: a Gemfile or a Brewfile.
    case gems
    /// The same, within a target: a Podfile.
    case pods
    /// A word, and a coordinate: a build of Gradle.
    case coordinates
    /// An item of a list, with a version: pyproject.toml, environment.yml.
    case items
    /// A line of its own with a version, within a setting: setup.cfg.
    case lines

    /// The notation of a file by its name; `nil` where packages are found in other ways, or not at all.
    init?(fileAt path: String) {
      let name = path.split(separator: "/").last?.lowercased() ?? ""
      switch name.split(separator: ".").last {
      case "gemfile", "rb", "brewfile": self = .gems
      case "podfile": self = .pods
      case "gradle": self = .coordinates
      case "kts" where name.hasSuffix(".gradle.kts"): self = .coordinates
      case "toml", "yml", "yaml": self = .items
      case "cfg": self = .lines
      default: return nil
      }
    }
  }

  private let notation: Notation
  private var places: [Package: [Range<Int>]] = [:]

  /// Finds the lines of a text.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  init(_ text: [UInt8], _ notation: Notation) {
    self.notation = notation
    var (list, isInRequirements) = (0, notation != .items)
    var cursor = ByteCursor(text)
    while !cursor.isAtEnd {
      let start = cursor.offset
      let line = text[start...].prefix { $0 != 0x0A }
      cursor.skipLine()
      if let name = isInRequirements ? name(in: line) : nil {
        places[Package(list: list, name: name), default: []].append(start..<cursor.offset)
      } else if startsList(line) {
        list = start
        isInRequirements = startsRequirements(line.trimmed)
      }
    }
  }

  /// The packages that are asked for twice in one list, and in no input.
  func faults(_ inputs: [[UInt8]]) -> [StructureFault] {
    guard !doubled.isEmpty else { return [] }
    let known = Set(inputs.flatMap { RequirementLines($0, notation).doubled.keys.map(\.name) })
    return doubled.filter { !known.contains($0.key.name) }
      .map { package, places in
        let words = package.name.split(separator: 0x20)
        let name = (words.last ?? []).excerpt
        return StructureFault(places: places, reason: tr("`\(name)` would be asked for twice"))
      }.sorted { $0.stands(before: $1) }
  }

  private var doubled: [Package: [Range<Int>]] { places.filter { $0.value.count > 1 } }

  /// Whether packages after a line are in another list than those before it.
  private func startsList(_ line: ArraySlice<UInt8>) -> Bool {
    let content = line.trimmed
    guard let first = content.first, first != UInt8(ascii: "#") else { return false }
    switch notation {
    case .gems:
      let word = content.prefix(while: \.isPartOfName)
      return Self.branches.contains(String(decoding: word, as: UTF8.self))
    case .coordinates: return first == UInt8(ascii: "}") || content.last == UInt8(ascii: "{")
    case .pods: return content.suffix(3).elementsEqual(" do".utf8)
    case .items: return !content.starts(with: "- ".utf8) && !first.isQuote || content.contains(0x5B)
    case .lines: return line.first?.isBlankOrTab == false
    }
  }

  private static let branches: WordList = "else elsif when"

  private static let requirements = ["depend", "require", "pip"].map { Array($0.utf8) }

  /// Whether a line starts a list of packages by its name: `dependencies:`, `- pip:`, `dev = [`.
  private func startsRequirements(_ line: ArraySlice<UInt8>) -> Bool {
    guard notation == .items, line.last != UInt8(ascii: "[") else { return true }
    guard line.last == UInt8(ascii: ":") else { return false }
    return line.indices.contains { place in
      Self.requirements.contains { line[place...].starts(with: $0) }
    }
  }

  private func name(in line: ArraySlice<UInt8>) -> [UInt8]? {
    let content = line.trimmed
    switch notation {
    case .gems: return Self.quoted(content, after: ["gem", "brew", "cask"])
    case .pods: return Self.quoted(content, after: ["pod"])
    case .coordinates: return Self.coordinate(content)
    case .items: return Self.pin(content, isItem: true)
    case .lines: return line.first?.isBlankOrTab == true ? Self.pin(content, isItem: false) : nil
    }
  }

  /// The text in quotation marks after one of some words.
  private static func quoted(_ line: ArraySlice<UInt8>, after words: [String]) -> [UInt8]? {
    let word = line.prefix(while: \.isPartOfName)
    guard words.contains(where: { word.elementsEqual($0.utf8) }) else { return nil }
    let rest = line[word.endIndex...].drop { $0.isBlankOrTab || $0 == UInt8(ascii: "(") }
    guard let mark = rest.first, mark.isQuote else { return nil }
    return Array(word) + [0x20] + rest.dropFirst().prefix { $0 != mark }
  }

  /// The word of a configuration, with the group and the name of a coordinate: `api 'group:name:version'`.
  private static func coordinate(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    let word = line.prefix(while: \.isPartOfName)
    let rest = line[word.endIndex...].drop { $0.isBlankOrTab || $0 == UInt8(ascii: "(") }
    guard !word.isEmpty, let mark = rest.first, mark.isQuote else { return nil }
    let parts = rest.dropFirst().prefix { $0 != mark }.split(separator: UInt8(ascii: ":"))
    return parts.count == 3 ? Array(word) + [0x20] + parts[0] + [0x3A] + parts[1] : nil
  }

  /// The name of a package with a version: `"six==1.16",`, `- pandas=1.5`, `six>=1`.
  private static func pin(_ line: ArraySlice<UInt8>, isItem: Bool) -> [UInt8]? {
    let isListed = line.starts(with: "- ".utf8)
    var rest = isListed ? line.dropFirst(2).drop(while: \.isBlankOrTab) : line
    let isQuoted = rest.first?.isQuote ?? false
    if isItem, !isListed, !isQuoted { return nil }
    if isQuoted { rest = rest.dropFirst() }
    let name = rest.prefix { $0.isPartOfName || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
    rest = rest[name.endIndex...]
    if rest.first == UInt8(ascii: "[") { rest = rest.drop { $0 != UInt8(ascii: "]") }.dropFirst() }
    rest = rest.drop(while: \.isBlankOrTab)
    let mark = rest.prefix { "=<>~!".utf8.contains($0) }
    let version = rest[mark.endIndex...].drop(while: \.isBlankOrTab)
    // Of one package there can be several lines with conditions: `six==1; python_version < "3"`.
    guard !name.isEmpty, mark.count == 2 || mark.count == 1 && (isListed || mark.first != 0x3D),
      version.first?.isDecimalDigit == true, !version.contains(UInt8(ascii: ";")),
      !version.contains(UInt8(ascii: "#")), !version.contains(UInt8(ascii: " "))
    else { return nil }
    return name.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 | ($0.isLetter ? 0x20 : 0) }
  }
}

extension UInt8 {
  fileprivate var isQuote: Bool { self == 0x22 || self == 0x27 }
}
