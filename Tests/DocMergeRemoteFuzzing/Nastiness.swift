import DocMergeTestSupport

/// Words that have broken programs before.
enum Nastiness {
  /// In the places of numbers.
  static let numbers = [
    "-1", "0", "1", "+1", "007", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808",
    "18446744073709551615", "9007199254740992", "9007199254740993", "1e18", "", "0x10", "١",
    "1000000000000000000.000000000", "-1000000000000000000.999999999", "1.0000000001",
    "1.-00000001",
  ]

  /// In the places of names, as the texts of states hold them.
  static let names = [
    "%", "..", "../x", "a/../../x", "/etc/passwd", ".git", ".GIT/config", ".docmerge/config",
    "a/.docmerge", ".docmerge-tmp-1-1-whole", "a//b", "a/", "/", ".", "%00", "a%00b",
    "%1b[2J%1b]0;x%07",
    "%e2%80%ae%66", "%ff%fe", "%c3%28", "%9b31m", "%0a%0d", "%5c", "-rf", "--help", "con",
    "a%20%20",
    "Notes", "a.md", "a.md/b", "link/through", "trip.textbundle/assets", "by%20Berta.md", "A.MD",
    "outside/x", "%2e%2e%2foutside%2fx", "NUL.txt", "%F0%9F%98%80",
    String(repeating: "n", count: 255), String(repeating: "n", count: 256),
    String(repeating: "d/", count: 1_500) + "x", String(repeating: "d/", count: 2_100) + "x",
    (0..<16).map { _ in String(repeating: "p", count: 250) }.joined(separator: "/"),
  ]

  /// Names of members of packages, as bytes.
  static let members: [[UInt8]] =
    names.filter { !$0.contains("%") }.map { Array($0.utf8) } + [
      [0x1B, 0x5B, 0x32, 0x4A], [0xFF, 0xFE], [], Array("a\u{202E}b".utf8), [0x0A],
    ]

  /// Where links may lead.
  static let targets: [[UInt8]] = [
    "/", "/etc/passwd", "..", "../outside", "../outside/untouched", "../../outside", ".docmerge",
    ".docmerge/config", "", "a\u{0}b", "\u{1B}[2J", ".", "link",
    String(repeating: "t", count: 5_000),
  ].map { Array($0.utf8) }

  /// One of a list.
  static func pick<Element>(_ list: [Element], _ generator: inout SeededGenerator) -> Element {
    list[generator.number(0...list.count - 1)]
  }

  /// The bytes with something changed in them.
  static func spoil(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var result = bytes
    let position = generator.number(0...max(bytes.count - 1, 0))
    switch generator.number(0...6) {
    case 0 where !bytes.isEmpty: result[position] ^= 1 << UInt8(generator.number(0...7))
    case 1 where !bytes.isEmpty: result.remove(at: position)
    case 2: result.insert(UInt8(generator.number(0...255)), at: min(position, bytes.count))
    case 3: result = Array(bytes.prefix(position))
    case 4: result += bytes
    case 5:
      var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      lines.insert(pick(lines, &generator), at: generator.number(0...lines.count))
      result = Array(lines.joined(separator: [0x0A]))
    default: result = spoilWord(of: bytes, &generator)
    }
    return result
  }

  /// The text with one of its words replaced by a bad one.
  static func spoilWord(of bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.split(separator: " ", omittingEmptySubsequences: false).map(String.init) }
    let line = generator.number(0...lines.count - 1)
    guard !lines[line].isEmpty else { return bytes }
    let word = generator.number(0...lines[line].count - 1)
    let nasty = generator.once(in: 2) ? pick(numbers, &generator) : pick(names, &generator)
    lines[line][word] = nasty
    return Array(lines.map { $0.joined(separator: " ") }.joined(separator: "\n").utf8)
  }
}
