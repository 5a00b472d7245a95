import DocMergeCore

/// Finds another stage at the end of a merged Dockerfile than one that a side put there, since that one is built, and
/// stages that are missing though something is taken from them.
struct DockerfileGuard {
  private let inputs: Triple<SyntaxTree>

  init(_ inputs: Triple<SyntaxTree>) { self.inputs = inputs }

  /// The last stages, where both sides added one at the end, and what names a stage that a side gave another name.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    lastStageFaults(tree) + missingStageFaults(tree)
  }

  private func missingStageFaults(_ tree: SyntaxTree) -> [StructureFault] {
    let all = [inputs.base, inputs.ours, inputs.theirs]
    let stages = all.reduce(into: Set<[UInt8]>()) { $0.formUnion(Self.stages(in: $1)) }
    let missing = Self.missing(stages, in: tree)
    let known = Set(all.flatMap { Self.missing(stages, in: $0).keys })
    return missing.filter { !known.contains($0.key) }.map { name, places in
      let name = String(decoding: name.prefix(60), as: UTF8.self)
      return StructureFault(places: places, reason: "the stage `\(name)` would be missing")
    }.sorted { $0.stands(before: $1) }
  }

  /// The names of stages in small letters.
  private static func stages(in tree: SyntaxTree) -> Set<[UInt8]> {
    Set(
      tree.root.children.filter { $0.kind == .blocks }
        .compactMap { stage in stage.key.map { tree.text[$0.range].map(\.lowercased) } })
  }

  /// The names among some that words of a text give and no stage before them has, with the places of the words.
  private static func missing(
    _ names: Set<[UInt8]>, in tree: SyntaxTree
  ) -> [[UInt8]: [Range<Int>]] {
    var missing: [[UInt8]: [Range<Int>]] = [:]
    var defined: Set<[UInt8]> = []
    func note(_ word: ArraySlice<UInt8>, at place: Range<Int>) {
      let name = word.map(\.lowercased)
      if names.contains(name), !defined.contains(name) { missing[name, default: []].append(place) }
    }
    for stage in tree.root.children where stage.kind == .blocks {
      let words = tree.text[stage.body].prefix { $0 != 0x0A }.split(whereSeparator: \.isBlankOrTab)
      if let image = words.dropFirst().first(where: { $0.first != 0x2D }) {
        note(image, at: image.indices)
      }
      for child in stage.children {
        for word in tree.text[child.body].split(whereSeparator: { $0.isWhite || $0 == 0x2C }) {
          guard let sign = word.firstRange(of: Array("from=".utf8)) else { continue }
          note(word[sign.upperBound...], at: child.body)
        }
      }
      if let key = stage.key { defined.insert(tree.text[key.range].map(\.lowercased)) }
    }
    return missing
  }

  private func lastStageFaults(_ tree: SyntaxTree) -> [StructureFault] {
    let last = inputs.map { Self.lastStage(in: $0)?.key }
    guard last.settled == nil, let stage = Self.lastStage(in: tree) else { return [] }
    let places = tree.root.children.suffix(2).map(\.body)
    let name =
      stage.key.map { String(decoding: tree.text[$0.range].prefix(60), as: UTF8.self) } ?? ""
    return [
      StructureFault(
        places: places, reason: "`\(name)` would become the last stage, which is built")
    ]
  }

  private static func lastStage(in tree: SyntaxTree) -> Node? {
    tree.root.children.last { $0.kind == .blocks && $0.key != nil }
  }
}
