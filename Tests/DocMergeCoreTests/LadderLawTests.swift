import DocMergeCore
import Testing

struct LadderLawTests {
  private static let triples = (0..<300).map { DocumentTriple.random(seed: $0) }

  private static func merged(
    _ triple: Triple, _ policy: MergePolicy, _ style: ConflictStyle = .diff3
  ) throws -> Merged {
    try mergeText(
      base: triple.base, ours: triple.ours, theirs: triple.theirs,
      options: TextMergeOptions(policy: policy, style: style))
  }

  /// What a merge decided and left, without its bytes.
  private struct Outline: Equatable {
    var rules: [String] = []
    var conflicts: [[ArraySlice<UInt8>]] = []

    init(_ merged: Merged, isMirrored: Bool = false) {
      for region in merged.regions {
        switch region {
        case .agreed(let agreed):
          if case .decided(let rule, _) = agreed.origin { rules.append(rule.name) }
        case .conflict(let conflict):
          let sides = [conflict.ours, conflict.theirs]
          conflicts.append([conflict.base ?? []] + (isMirrored ? sides.reversed() : sides))
        }
      }
    }
  }

  @Test(arguments: MergePolicy.allCases)
  func `swapping the sides swaps the open conflicts and changes no decision`(policy: MergePolicy)
    throws
  {
    for triple in Self.triples {
      let merged = try Self.merged(triple, policy)
      let swapped = try Self.merged(triple.mirrored, policy)
      #expect(Outline(merged) == Outline(swapped, isMirrored: true), "\(triple)")
    }
  }

  @Test(arguments: MergePolicy.allCases)
  func `a change of one side only, or of both alike, is the result`(policy: MergePolicy) throws {
    for triple in Self.triples {
      let (base, other) = (triple.base, triple.ours)
      for (ours, theirs) in [(other, base), (base, other), (other, other)] {
        let merged = try Self.merged(Triple(base: base, ours: ours, theirs: theirs), policy)
        #expect(merged.clean == other, "\(triple)")
      }
    }
  }

  @Test func `a bolder policy leaves no more conflicts than a careful one`() throws {
    for triple in Self.triples {
      let counts = try MergePolicy.allCases.map { try Self.merged(triple, $0).conflicts.count }
      let isClean = counts.map { $0 == 0 }
      #expect(!isClean[0] || isClean[1], "\(triple)")
      #expect(!isClean[1] || isClean[2], "\(triple)")
    }
  }

  @Test(arguments: MergePolicy.allCases)
  func `a clean result is accounted for, with and without the rules' names`(
    policy: MergePolicy
  ) throws {
    for triple in Self.triples {
      let (base, ours, theirs) = (triple.base, triple.ours, triple.theirs)
      let merged = try Self.merged(triple, policy)
      // Conflicts of texts that a layer made anew can only be compared by their text.
      if merged.isClean || merged.layers == nil {
        let own = audit(of: merged, base: base, ours: ours, theirs: theirs)
        #expect(own.isClean, "\(triple) \(own.findings)")
      }
      guard let result = merged.clean else { continue }
      let foreign = audit(base: base, ours: ours, theirs: theirs, result: result)
      #expect(foreign.isClean, "\(triple) \(result.shown) \(foreign.findings)")
    }
  }

  @Test(arguments: ConflictStyle.allCases)
  func `open conflicts are the rest of the inputs, between markers that can be read again`(
    style: ConflictStyle
  ) throws {
    for triple in Self.triples {
      let merged = try Self.merged(triple, .strict, style)
      for conflict in merged.conflicts where merged.layers == nil {
        #expect(conflict.ours.elementsEqual(triple.ours[conflict.ours.indices]))
        #expect(conflict.theirs.elementsEqual(triple.theirs[conflict.theirs.indices]))
      }
      let marked = Markers.write(merged, labels: ConflictLabels())
      let sections = try Markers.parse(marked)
      let conflicts = sections.filter { if case .conflict = $0 { true } else { false } }
      #expect(conflicts.count == merged.conflicts.count, "\(triple)")
    }
  }

  @Test(arguments: MergePolicy.allCases)
  func `unchanged text, before and after, changes nothing`(policy: MergePolicy) throws {
    let far = (0..<40).map { "= far away \($0) =\n" }.joined().bytes
    for triple in Self.triples.prefix(120) where triple.isComplete {
      let wrapped = Triple(
        base: far + triple.base + far, ours: far + triple.ours + far,
        theirs: far + triple.theirs + far)
      let (merged, within) = (try Self.merged(triple, policy), try Self.merged(wrapped, policy))
      #expect(merged.conflicts.count == within.conflicts.count, "\(triple)")
      guard let clean = merged.clean else { continue }
      #expect(within.clean == far + clean + far, "\(triple)")
    }
  }

  @Test(arguments: MergePolicy.allCases)
  func `an edit far from a conflict does not change it`(policy: MergePolicy) throws {
    let far = (0..<40).map { "= far away \($0) =\n" }.joined().bytes
    let edited = far + "= one more =\n".bytes
    for triple in Self.triples.prefix(120) where triple.isComplete {
      let calm = Triple(
        base: triple.base + far, ours: triple.ours + far, theirs: triple.theirs + far)
      let busy = Triple(
        base: triple.base + far, ours: triple.ours + edited, theirs: triple.theirs + far)
      let (one, other) = (try Self.merged(calm, policy), try Self.merged(busy, policy))
      #expect(Outline(one) == Outline(other), "\(triple)")
    }
  }
}

extension Triple {
  /// Whether all texts end in a line ending, so that text can follow.
  fileprivate var isComplete: Bool {
    [base, ours, theirs].allSatisfy { $0.isEmpty || $0.last == UInt8(ascii: "\n") }
  }
}
