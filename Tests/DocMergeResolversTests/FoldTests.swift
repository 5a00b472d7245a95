import DocMergeCore
import DocMergeResolvers
import DocMergeTestSupport
import Testing

/// Merges of any number of sides.
struct FoldTests {
  private static let policies = MergePolicy.allCases

  private func attempts(
    base: String?, _ texts: [String], _ policy: MergePolicy
  ) throws -> Set<MergeAttempt> {
    let sides = texts.enumerated().map {
      Conflict.Side.text($1, id: "side \($0)", second: $0 / 2)
    }
    return try Set(
      Array(sides.indices).permutations.map { order in
        try ThreeWayMerge(policy: policy).attempt(
          Conflict(
            path: "a.md", base: base.map { .text($0, id: "base") }, sides: order.map { sides[$0] }))
      })
  }

  /// A text of a few lines, and edits of it.
  private func texts(seed: Int, sides: Int) -> (base: String, sides: [String]) {
    var generator = SeededGenerator(seed: seed)
    let words = ["red", "green", "blue", "- tent", "- rope", "", "}", "one two three four"]
    func word() -> String { words[generator.number(0...words.count - 1)] }
    let base = (0..<generator.number(0...9)).map { _ in word() }
    let ending = generator.once(in: 5) ? "\r\n" : "\n"
    let edited = (0..<sides).map { _ in
      var lines = base
      for _ in 0..<generator.number(0...2) {
        let place = generator.number(0...lines.count)
        switch generator.number(0...3) {
        case 0 where place < lines.count: lines.remove(at: place)
        case 1 where place < lines.count: lines[place] += " \(word())"
        default: lines.insert(word(), at: place)
        }
      }
      return lines.map { $0 + (generator.once(in: 40) ? "\r\n" : ending) }.joined()
    }
    return (base.map { $0 + ending }.joined(), edited)
  }

  @Test(arguments: [2, 3, 4])
  func `the result does not depend on the order of the sides`(count: Int) throws {
    for seed in 0..<(count == 4 ? 8 : 40) {
      let texts = texts(seed: seed, sides: count)
      for policy in Self.policies {
        let attempts = try attempts(base: texts.base, texts.sides, policy)
        #expect(attempts.count == 1, "seed \(seed), \(policy): \(texts)")
      }
    }
  }

  @Test(arguments: [3, 4])
  func `what merges cleanly merges to the same text with any dates`(count: Int) throws {
    var clean = 0
    for seed in 0..<(count == 4 ? 15 : 60) {
      let texts = texts(seed: seed, sides: count)
      var results: [String?] = []
      for order in Array(texts.sides.indices).permutations {
        let sides = order.enumerated().map {
          Conflict.Side.text(texts.sides[$1], id: "side \($1)", second: $0)
        }
        let conflict = Conflict(path: "a.md", base: .text(texts.base, id: "base"), sides: sides)
        results.append(try ThreeWayMerge().resolve(conflict)?.text)
      }
      if results.contains(where: { $0 != nil }) { clean += 1 }
      // Of four sides not every order is tried, so a date may decide whether it is merged at all.
      let found = Set(count == 3 ? results : results.filter { $0 != nil })
      #expect(found.count <= 1, "seed \(seed): \(texts)")
    }
    #expect(clean > 3)
  }

  @Test(arguments: [2, 3, 5])
  func `equal sides are their own merge`(count: Int) throws {
    for seed in 0..<10 {
      let texts = texts(seed: seed, sides: 1)
      let sides = Array(repeating: texts.sides[0], count: count)
      for policy in Self.policies {
        let expected: Set = [MergeAttempt.clean(.merged(texts.sides[0]))]
        #expect(try attempts(base: texts.base, sides, policy) == expected)
        #expect(try attempts(base: nil, sides, policy) == expected)
      }
    }
  }

  @Test func `a side that changed nothing, or the same as another, changes nothing`() throws {
    for seed in 0..<20 {
      let texts = texts(seed: seed, sides: 2)
      for policy in Self.policies {
        let two = try attempts(base: texts.base, texts.sides, policy).first.map(text)
        for more in [texts.base, texts.sides[0], texts.sides[1]] {
          let three = try attempts(base: texts.base, texts.sides + [more], policy).first.map(text)
          #expect(three == two, "seed \(seed)")
        }
        let alone = try attempts(base: texts.base, [texts.sides[0], texts.base], policy)
        #expect(alone == [.clean(.merged(texts.sides[0]))])
      }
    }
  }

  @Test func `a merge merged again with its sides is itself`() throws {
    for seed in 0..<60 {
      let texts = texts(seed: seed, sides: 2)
      let conflict = Conflict.texts(base: texts.base, texts.sides[0], texts.sides[1])
      guard let merged = try ThreeWayMerge(policy: .strict).resolve(conflict)?.text else {
        continue
      }
      let again = Conflict.texts(base: merged, merged, merged)
      #expect(try ThreeWayMerge(policy: .strict).resolve(again)?.text == merged)
      let alone = Conflict.texts(base: texts.base, merged, merged)
      #expect(try ThreeWayMerge(policy: .strict).resolve(alone)?.text == merged)
    }
  }

  private func text(_ attempt: MergeAttempt) -> String? {
    guard case .clean(let resolution) = attempt else { return nil }
    return resolution.text
  }

  // MARK: - Examples

  private let list = "Pack:\n\ntent\nstove\n"

  @Test func `three items appended in three places are left, since the order of them matters`()
    throws
  {
    let list = "Pack:\n\n- tent\n- stove\n"
    let texts = ["- rope\n", "- lamp\n", "- map\n"].map { list + $0 }
    #expect(try attempts(base: list, texts, .eager) == [.refused(.orderMatters)])
  }

  @Test func `an item appended beside edits elsewhere is merged`() throws {
    let texts = [list + "rope\n", "# " + list, list.replacing("tent", with: "big tent")]
    let expected = "# Pack:\n\nbig tent\nstove\nrope\n"
    #expect(try attempts(base: list, texts, .balanced) == [.clean(.merged(expected))])
  }

  @Test func `nine sides are folded in a part of the orders`() throws {
    let base = (0..<30).map { "line \($0)\n" }.joined()
    let sides = (0..<9).map { base.replacing("line \($0 * 3)\n", with: "side \($0)\n") }
    let conflict = Conflict(
      path: "a.md", base: .text(base, id: "base"),
      sides: sides.enumerated().map { .text($1, id: "\($0)", second: $0) })
    let merged = (0..<30).map { $0 % 3 == 0 && $0 < 27 ? "side \($0 / 3)\n" : "line \($0)\n" }
    #expect(try ThreeWayMerge().resolve(conflict)?.text == merged.joined())
  }
}
