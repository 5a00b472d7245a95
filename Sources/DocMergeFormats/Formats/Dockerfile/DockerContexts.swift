import DocMergeCore
import DocMergeLanguage

/// The folder, user, shell and stage in which each instruction of an image runs.
struct DockerContexts {
  /// Instructions that apply to those below: `USER a`, `WORKDIR /b`, `SHELL ["c"]`.
  static let verbs = ["USER", "WORKDIR", "SHELL"]

  /// An instruction that depends on those above it.
  struct Instruction {
    let verb: String
    let content: UInt64
    let place: Range<Int>
    let stage: UInt64
    /// The settings that it depends on: the content of the last `USER`, `WORKDIR` and `SHELL` above it.
    let context: [String: UInt64]
  }

  private(set) var instructions: [Instruction] = []
  /// The places of instructions, by their text.
  private(set) var places: [UInt64: [Int]] = [:]
  private(set) var stages: Set<UInt64> = []
  /// The values that instructions of a verb set in a stage, in order.
  private(set) var assigned: [UInt64: [String: [UInt64]]] = [:]

  init(_ tree: SyntaxTree) {
    var stageNames = DockerStageNames()
    for stage in tree.root.children {
      guard let line = DockerStage(stage, in: tree.text) else { continue }
      let name = stageNames.identity(of: line)
      stages.insert(name)
      var context: [String: UInt64] = [:]
      for node in stage.children {
        let verb = String(
          decoding: tree.text[node.body].prefix(while: \.isASCIILetter), as: UTF8.self
        ).uppercased()
        places[node.content, default: []].append(instructions.count)
        instructions.append(
          Instruction(
            verb: verb, content: node.content, place: node.body, stage: name,
            context: context.filter { Self.depends(verb, on: $0.key, tree.text[node.body]) }))
        guard Self.verbs.contains(verb) else { continue }
        context[verb] = node.content
        assigned[name, default: [:]][verb, default: []].append(node.content)
      }
    }
  }

  /// Whether an instruction depends on the setting of another one.
  private static func depends(
    _ verb: String, on setter: String, _ body: ArraySlice<UInt8>
  ) -> Bool {
    switch verb {
    case "RUN":
      let words = body.dropFirst(verb.utf8.count).drop(while: \.isWhite)
      return setter != "SHELL" || words.first != UInt8(ascii: "[")
    case "COPY", "ADD", "WORKDIR":
      let last = body.split { $0.isWhite || $0 == 0x22 || $0 == 0x5D }.last?.first
      return setter == "WORKDIR" && last != 0x2F && last != 0x24
    default: return false
    }
  }

  /// The instructions that occur once, by their text.
  var single: [UInt64: Instruction] {
    places.compactMapValues { $0.count == 1 ? instructions[$0[0]] : nil }
  }

  /// The places of `CMD` and `ENTRYPOINT` in each stage.
  var commands: [UInt64: [String: Range<Int>]] {
    instructions.reduce(into: [:]) { commands, instruction in
      guard ["CMD", "ENTRYPOINT"].contains(instruction.verb) else { return }
      commands[instruction.stage, default: [:]][instruction.verb] = instruction.place
    }
  }

  /// The instructions of a text, each with its counterpart in the base, changed or not.
  func partners(in base: DockerContexts) -> [Int?] {
    let (old, new) = (base.instructions, instructions)
    var partners: [Int?] = Array(repeating: nil, count: new.count)
    var (start, otherStart) = (0, 0)
    let hunks = diff(
      base: old.map(\.content), other: new.map(\.content), algorithm: .histogram)
    for hunk in hunks + [Hunk(base: old.count..<old.count, other: new.count..<new.count)] {
      for distance in 0..<(hunk.base.lowerBound - start) {
        partners[otherStart + distance] = start + distance
      }
      var rest = Array(hunk.base)
      for index in hunk.other {
        guard let place = rest.firstIndex(where: { old[$0].verb == new[index].verb }) else {
          continue
        }
        partners[index] = rest.remove(at: place)
      }
      (start, otherStart) = (hunk.base.upperBound, hunk.other.upperBound)
    }
    return partners
  }
}

/// Finds instructions of a merged image that would be run in another folder, as another user or in another stage than
/// in the side that added them.
///
///     ours    USER a           moved up
///     theirs  RUN install b    added below
struct DockerContextGuard {
  private let inputs: Triple<DockerContexts>
  /// The counterparts in the base of the instructions of a side; `nil` for those that it added.
  private let partners: Triple<[Int?]>

  init(_ trees: Triple<SyntaxTree>) {
    let inputs = trees.map(DockerContexts.init)
    partners = inputs.map { $0.partners(in: inputs.base) }
    self.inputs = inputs
  }

  /// The instructions that one side added, and that have another context than in that side.
  ///
  /// - Complexity: O(*n*), *n* being the number of instructions, where no side added many.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    let result = DockerContexts(tree)
    return (added(in: result) + moved(in: result) + commands(in: result))
      .sorted { $0.stands(before: $1) }
  }

  private func added(in result: DockerContexts) -> [StructureFault] {
    [Version.ours, .theirs].flatMap { side in
      inputs[side].instructions.indices.compactMap { index -> StructureFault? in
        let added = inputs[side].instructions[index]
        guard partners[side][index] == nil, isOwn(added, of: side) else { return nil }
        let found = (result.places[added.content] ?? []).map { result.instructions[$0] }
        guard let made = found.first(where: { $0.stage == added.stage }) else {
          guard let made = found.first, isOwn(added, of: side, inAnyStage: true),
            result.stages.contains(added.stage)
          else { return nil }
          return StructureFault(
            places: [made.place], reason: tr("the instruction would be in another stage"))
        }
        // A shell that one side sets is meant for all commands below.
        let verb = DockerContexts.verbs.first { verb in
          verb != "SHELL" && made.context[verb] != added.context[verb]
            && !isChanged(verb, in: added.stage, by: side.opposite, to: made.context[verb])
        }
        return verb.map { fault(made, $0) }
      }
    }
  }

  private func fault(_ made: DockerContexts.Instruction, _ verb: String) -> StructureFault {
    StructureFault(places: [made.place], reason: tr("another \(verb) would hold for it"))
  }

  /// The instructions that all inputs have, and that have a context which no side gives them.
  private func moved(in result: DockerContexts) -> [StructureFault] {
    let known = inputs.map(\.single)
    return result.single.values.compactMap { made in
      guard let base = known.base[made.content], let ours = known.ours[made.content],
        let theirs = known.theirs[made.content]
      else { return nil }
      let verb = DockerContexts.verbs.first { verb in
        let values = Triple(
          base: base.context[verb], ours: ours.context[verb], theirs: theirs.context[verb])
        guard let settled = values.settled, settled != made.context[verb] else { return false }
        return ![Version.ours, .theirs].contains { side in
          isChanged(verb, in: made.stage, by: side, to: made.context[verb])
        }
      }
      return verb.map { fault(made, $0) }
    }
  }

  /// A `CMD` added by one side and an `ENTRYPOINT` added by the other, which would take the command as arguments.
  private func commands(in result: DockerContexts) -> [StructureFault] {
    let known = inputs.map(\.commands)
    return result.commands.compactMap { stage, made in
      let base = known.base[stage] ?? [:]
      guard base.isEmpty, made.count == 2,
        known.ours[stage]?.count == 1, known.theirs[stage]?.count == 1
      else { return nil }
      return StructureFault(
        places: made.values.sorted { $0.lowerBound < $1.lowerBound },
        reason: tr("the CMD of one side would be the argument of the other one's ENTRYPOINT"))
    }
  }

  /// Whether only one side has such an instruction in its stage, or in any, and has it once.
  private func isOwn(
    _ added: DockerContexts.Instruction, of side: Version, inAnyStage: Bool = false
  ) -> Bool {
    let counts = inputs.map { contexts in
      let places = contexts.places[added.content] ?? []
      return inAnyStage
        ? places.count : places.count { contexts.instructions[$0].stage == added.stage }
    }
    return counts[side] == 1 && counts.base == 0 && counts[side.opposite] == 0
  }

  /// Whether a side changed the value that an instruction sets, and left it in its place.
  private func isChanged(
    _ verb: String, in stage: UInt64, by side: Version, to value: UInt64?
  ) -> Bool {
    let before = inputs.base.assigned[stage]?[verb] ?? []
    let after = inputs[side].assigned[stage]?[verb] ?? []
    guard before.count == after.count, let value else { return false }
    return zip(before, after).contains { $0 != $1 && $1 == value }
  }
}
