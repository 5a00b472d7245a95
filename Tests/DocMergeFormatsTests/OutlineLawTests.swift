import DocMergeFormats
import Testing

@Suite struct OutlineLawTests {
  private static let paths = [
    "a.c", "a.py", "a.js", "a.html", "a.sh", "a.txt", "a.tex", "a.hs", "a.rb", "a.sql", "a.css",
    "a.erl", "a.ics", "a.lisp", "a.pl", "a.bas", "a.ini", "a.mk", "a",
  ]

  private func expectSound(_ text: [UInt8], _ path: String) {
    guard let tree = try? OutlineFormat(path: path).tree(of: text) else {
      Issue.record("refused \(path): \(String(decoding: text, as: UTF8.self))")
      return
    }
    if tree.unsoundNode != nil {
      Issue.record("unsound \(path): \(String(decoding: text, as: UTF8.self))")
    }
  }

  @Test(arguments: ["a.c", "a.py", "a.html", "a.sh", "a.hs", "a.erl"])
  func `every short text of special bytes has a sound tree`(path: String) {
    for alphabet in ["{}\n ,x", "()\n;\"#", "<a>/=\n", "\\\n|x :", "'\n*/-`"] {
      let bytes = Array(alphabet.utf8)
      for length in 0...4 {
        var digits = Array(repeating: 0, count: length)
        while true {
          expectSound(digits.map { bytes[$0] }, path)
          guard let place = digits.indices.last(where: { digits[$0] < bytes.count - 1 }) else {
            break
          }
          digits[place] += 1
          for later in digits.indices where later > place { digits[later] = 0 }
        }
      }
    }
  }

  @Test(arguments: paths)
  func `shuffled lines and bytes have sound trees`(path: String) {
    var random = SeededRandom(7)
    let lines = OutlineCases.all.flatMap { $0.text.split(separator: "\n").map(String.init) }
    for _ in 0..<25 {
      let count = Int(random.next() % 30)
      let text = (0..<count).map { _ in
        String(repeating: " ", count: Int(random.next() % 4) * 2)
          + lines[Int(random.next() % UInt64(lines.count))]
      }
      expectSound(Array(text.joined(separator: "\n").utf8), path)
      let bytes = Array("{}[]()<>\n\n  \t\"'`/*#-=:;,|\\ab.@!$&".utf8)
      expectSound((0..<200).map { _ in bytes[Int(random.next() % UInt64(bytes.count))] }, path)
    }
  }

  @Test(arguments: OutlineCases.all.map(\.path))
  func `mutated examples have sound trees`(path: String) throws {
    let text = Array(try #require(OutlineCases.all.first { $0.path == path }).text.utf8)
    for place in text.indices {
      expectSound(Array(text[..<place]), path)
      var shorter = text
      shorter.remove(at: place)
      expectSound(shorter, path)
      for byte in "}(\n\"".utf8 {
        var longer = text
        longer.insert(byte, at: place)
        expectSound(longer, path)
      }
    }
  }

  @Test(arguments: paths)
  func `deep nesting and megabytes of brackets have sound trees`(path: String) {
    for unit in ["{\n", "[", "if x\n  y\n", "/* ", "<a>\n", "x = a,\n"] {
      let count = 20_000 / unit.utf8.count
      expectSound(Array(String(repeating: unit, count: count).utf8), path)
    }
    let stairs = (0..<200).map { String(repeating: " ", count: $0) + "x:\n" }.joined()
    expectSound(Array(stairs.utf8), path)
  }

  @Test func `conflict markers and NUL bytes are refused`() {
    let format = OutlineFormat(path: "a.c")
    #expect(throws: FormatRefusal(at: 3, "a conflict marker")) {
      try format.tree(of: Array("a;\n<<<<<<< ours\n".utf8))
    }
    #expect(throws: FormatRefusal(at: 3, "a conflict marker")) {
      try format.tree(of: Array("a;\n>>>>>>>".utf8))
    }
    #expect(throws: FormatRefusal(at: 1, "a NUL byte")) { try format.tree(of: [0x61, 0]) }
    #expect(throws: Never.self) { try format.tree(of: Array("a;\n<<<<<<<<\n".utf8)) }
  }
}

/// Numbers that are the same in each run (SplitMix64).
private struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
