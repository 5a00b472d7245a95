import DocMergeFormats
import Testing

/// Texts of the formats that tables, bibliographies and property lists have, changed at random.
struct MutationTests {
  private static let texts = [
    "id,name,qty\n1,\"a, \"\"b\"\"\",2\n\n2,c\td,\n", "a;b|c\n1;2|3\n",
    "@article{k,\n  a = {b {c}} # \"d\", % e\n\n  f = 1,\n}\n\nx\n@string(s = \"t\")\n@comment{u}\n",
    "// !$*UTF8*$!\n{\n\tobjects = {\n\n/* Begin A section */\n\t\t1 /* a */ = {b = (\"c\\\"\", d, ); };\n"
      + "/* End A section */\n\n/* Begin B section */\n/* End B section */\n\t};\n\te = <0a1b>; // f\n}\n",
  ]
  private static let bytes = Array("a1,;\t|\"\\'{}()=#%@/*<>\n \u{0}\u{FF}é".utf8)

  @Test(arguments: texts.indices)
  func `no change makes a scanner crash or lose bytes`(index: Int) throws {
    var random = Random(state: UInt64(index) + 7)
    let formats: [any DocumentFormat] = [
      TableFormat(), TableFormat(delimiter: 0x09), BibTeXFormat(), OpenStepFormat(),
    ]
    for _ in 0..<1500 {
      var text = Array(Self.texts[index].utf8)
      for _ in 0..<random.below(4) {
        let place = random.below(text.count)
        switch random.below(3) {
        case 0: text.remove(at: place)
        case 1: text.insert(Self.bytes[random.below(Self.bytes.count)], at: place)
        default: text.removeSubrange(place..<min(text.count, place + random.below(20)))
        }
        if text.isEmpty { break }
      }
      for format in formats {
        guard let tree = try? format.tree(of: text) else { continue }
        #expect(tree.unsoundNode == nil, "\(format.name): \(String(decoding: text, as: UTF8.self))")
        _ = OpenStepReferences(in: tree)
      }
      _ = TableFormat.delimiter(of: text)
      let base = Array(Self.texts[index].utf8)
      _ = try? TableReshape(base: base, ours: text, theirs: base)
    }
  }

  @Test func `reshaping tables at random leaves one shape and all rows`() throws {
    var random = Random(state: 11)
    for _ in 0..<800 {
      let names = ["k", "a", "b", "c", "d"].prefix(2 + random.below(4))
      let base = table(Array(names), rows: 1 + random.below(4), ",")
      var columns = Array(names)
      columns.insert("n", at: random.below(columns.count + 1))
      if columns.count > 3, random.below(2) == 0 { columns.swapAt(1, 2) }
      let ours = table(columns, rows: 1 + random.below(5), random.below(2) == 0 ? "," : ";")
      let theirs = table(Array(names), rows: 1 + random.below(5), ",")
      guard let reshape = try TableReshape(base: base, ours: ours, theirs: theirs) else {
        Issue.record("the columns differ")
        continue
      }
      #expect(reshape.ours == ours)
      #expect(reshape.base.count { $0 == 0x0A } == base.count { $0 == 0x0A })
      #expect(reshape.theirs.count { $0 == 0x0A } == theirs.count { $0 == 0x0A })
      let again = try TableReshape(base: reshape.base, ours: reshape.ours, theirs: reshape.theirs)
      #expect(again == nil)
      let trees = try TableTrees(
        base: reshape.base, ours: reshape.ours, theirs: reshape.theirs, delimiter: reshape.delimiter
      )
      #expect(trees.key?.isNumbering == (columns[0] == "k"))
    }
  }

  /// A table whose cells tell their column and row; the key counts from 1.
  private func table(_ columns: [String], rows: Int, _ delimiter: String) -> [UInt8] {
    let body = (1...rows).map { row in
      columns.map { $0 == "k" ? "\(row)" : "\($0), \(row)" }
        .map { $0.contains(delimiter) ? "\"\($0)\"" : $0 }.joined(separator: delimiter)
    }
    return Array(([columns.joined(separator: delimiter)] + body).map { $0 + "\n" }.joined().utf8)
  }
}

/// Numbers that look like chance, the same in each run.
private struct Random {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % max(1, limit)
  }
}
