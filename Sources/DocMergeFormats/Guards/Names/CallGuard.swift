import DocMergeCore
import DocMergeLanguage

/// Finds calls in program code that do not fit the declaration of their function, while they do in each input.
///
///     base     def load(path):      ours   def load(path, mode):      theirs   def load(path):      fault   load("b")
///                 …                           …                                   …
///              load("a")                   load("a", READ)                     load("a")
///                                                                              load("b")
///
/// One side changed how many arguments there are, their order, or what a caller has to do about the result
/// (`await`, `try`, `?`), or changed the function and the arguments of all calls; the other side put in a call of the
/// old form. Where the function is declared in another file, four calls or more must have changed in the same way.
struct CallGuard {
  private let base: [UInt8]
  private let ours: [UInt8]
  private let theirs: [UInt8]
  private let family: LanguageFamily
  private let added: AddedLines
  /// The most functions that are examined.
  private static let mostNames = 50

  /// Prepares for the base, ours and theirs.
  init(_ inputs: [[UInt8]], _ added: AddedLines, _ family: LanguageFamily) {
    (base, ours, theirs) = (inputs[0], inputs[1], inputs[2])
    self.added = added
    self.family = family
  }

  /// The calls of old forms.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let wanted = added.sides.reduce(into: Set()) { $0.formUnion(Self.called(in: $1)) }
    guard !wanted.isEmpty, wanted.count <= Self.mostNames else { return [] }
    let inputs = [base, ours, theirs].map { CodeCalls($0, family, of: wanted) }
    let changed = wanted.filter { name in
      let uses = inputs.map { FunctionUses(name, $0) }
      return uses[1].isChanged(from: uses[0]) || uses[2].isChanged(from: uses[0])
    }
    guard !changed.isEmpty else { return [] }
    let merged = CodeCalls(result, family, of: changed)
    return changed.compactMap { name in
      let uses = inputs.map { FunctionUses(name, $0) }
      let places = FunctionUses(name, merged)
        .callsOfOldForm(
          base: uses[0], sides: Array(uses[1...]), areLabelled: family.isSwift)
      return .misfit(name, calledAt: places)
    }.sorted { $0.stands(before: $1) }
  }

  /// The names before parentheses on some lines.
  private static func called(in lines: [ArraySlice<UInt8>]) -> Set<ArraySlice<UInt8>> {
    var names: Set<ArraySlice<UInt8>> = []
    for line in lines {
      for open in line.indices where line[open] == 0x28 {
        let name = line[..<open].reversed().prefix(while: \.isPartOfName)
        if name.count > 1, let first = name.last, !first.isDecimalDigit {
          names.insert(line[(open - name.count)..<open])
        }
      }
    }
    return names
  }
}

extension [ArraySlice<UInt8>] {
  /// Whether others hold these in this order, as some parameters have default values.
  fileprivate func isSelected(from others: [ArraySlice<UInt8>]) -> Bool {
    var rest = others[...]
    for label in self {
      guard let place = rest.firstIndex(of: label) else { return false }
      rest = rest[(place + 1)...]
    }
    return true
  }
}

/// The declaration and the calls of one function in one text.
private struct FunctionUses {
  let signatures: Set<CodeCalls.Signature>
  let calls: [CodeCalls.Call]
  let bodies: Set<[UInt8]>

  init(_ name: ArraySlice<UInt8>, _ calls: CodeCalls) {
    signatures = calls.signatures[name] ?? []
    bodies = calls.bodies[name] ?? []
    self.calls = calls.calls[name] ?? []
  }

  /// Whether a side declares it otherwise, or calls it in another way.
  func isChanged(from base: FunctionUses) -> Bool {
    guard !base.calls.isEmpty || !base.signatures.isEmpty else { return false }
    return signatures != base.signatures || count != base.count || handling != base.handling
      || bodies != base.bodies
  }

  /// The places of calls in the old form of one side.
  func callsOfOldForm(
    base: FunctionUses, sides: [FunctionUses], areLabelled: Bool
  ) -> [Range<Int>] {
    var places: [Range<Int>] = []
    if !signatures.isEmpty,
      ([base] + sides).allSatisfy({ !$0.signatures.isEmpty && $0.misfits.isEmpty })
    {
      places += misfits
    }
    for (side, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
      guard other.calls.count > base.calls.count, calls.count > side.calls.count else { continue }
      places += callsOfOldForm(base: base, changedBy: side)
      if areLabelled { places += callsWithOldLabels(base: base, changedBy: side) }
    }
    return Set(places).sorted { $0.lowerBound < $1.lowerBound }
  }

  /// The calls whose labels the changed declaration does not have in this order, while the old one has.
  private func callsWithOldLabels(base: FunctionUses, changedBy side: FunctionUses) -> [Range<Int>]
  {
    guard base.signatures.count == 1, side.signatures.count == 1, let old = base.signatures.first,
      let new = side.signatures.first, old.labels != new.labels
    else { return [] }
    let known = Set(side.calls.map(\.line))
    return calls.filter { call in
      isOwn(call) && !known.contains(call.line) && call.labels.isSelected(from: old.labels)
        && !call.labels.isSelected(from: new.labels)
    }.map(\.place)
  }

  /// How many calls must have changed in the same way where the declaration did not change.
  private static let fewestCalls = 4

  private func callsOfOldForm(base: FunctionUses, changedBy side: FunctionUses) -> [Range<Int>] {
    let isDeclared = side.signatures != base.signatures && !base.signatures.isEmpty
    let known = Set(side.calls.map(\.line))
    let others = calls.filter { $0.handling.isEmpty && !known.contains($0.line) }
    if isDeclared, side.isReordered(base) { return others.filter { !$0.hasLabels }.map(\.place) }
    if isDeclared, !side.promises.subtracting(base.promises).isEmpty || side.hasNewForm(of: base) {
      return others.map(\.place)
    }
    if side.changedAllNumbers(of: base) { return others.map(\.place) }
    guard base.calls.count >= (isDeclared ? 1 : Self.fewestCalls),
      side.calls.count >= base.calls.count
    else { return [] }
    var places: [Range<Int>] = []
    if let old = base.count, let new = side.count, old != new, signatures.allSatisfy(\.isUnlimited)
    {
      places += calls.filter { $0.count == old }.map(\.place)
    }
    for word in side.handling.subtracting(base.anyHandling) {
      places += calls.filter { !$0.handling.contains(word) }.map(\.place)
    }
    return places
  }

  /// What a caller has to handle, by the declaration.
  private var promises: Set<String> { signatures.reduce(into: []) { $0.formUnion($1.promises) } }

  /// Whether the function was changed, and the numbers that each call passes: they mean something else now, such as
  /// milliseconds.
  private func changedAllNumbers(of base: FunctionUses) -> Bool {
    // A type of a parameter where none was is a note.
    let names = (Set(signatures.map(\.parameterNames)), Set(base.signatures.map(\.parameterNames)))
    guard names.0 != names.1 || bodies != base.bodies, !base.signatures.isEmpty,
      !base.calls.isEmpty, calls.count >= base.calls.count
    else { return false }
    let known = Set(base.calls.map(\.arguments))
    return known.allSatisfy { $0.contains(where: \.isDecimalDigit) }
      && !calls.contains { known.contains($0.arguments) }
  }

  /// Whether the result has another type, and no line with a call is as it was.
  private func hasNewForm(of base: FunctionUses) -> Bool {
    let lines = Set(base.calls.map(\.line))
    let types = (Set(signatures.map(\.type)), Set(base.signatures.map(\.type)))
    if types.0 != types.1, !types.0.contains([]), !types.1.contains([]), !lines.isEmpty,
      !calls.contains(where: { lines.contains($0.line) })
    {
      return true
    }
    let (new, old) = (Set(signatures.map(\.tail)), Set(base.signatures.map(\.tail)))
    // A type where none was is a note.
    let areTyped = new.union(old).allSatisfy { $0.contains(where: \.isPartOfName) }
    return new != old && areTyped && !lines.isEmpty && !calls.contains { lines.contains($0.line) }
  }

  /// How many arguments all calls have; `nil` where they differ.
  private var count: Int? {
    let counts = Set(calls.map(\.count))
    return counts.count == 1 ? counts.first ?? nil : nil
  }

  /// What one of the calls does about the result.
  private var anyHandling: Set<String> { calls.reduce(into: []) { $0.formUnion($1.handling) } }

  /// The calls with a number of arguments that no declaration allows.
  private var misfits: [Range<Int>] {
    calls.compactMap { call in
      guard let count = call.count, isOwn(call), !signatures.contains(where: { $0.allows(count) })
      else {
        return nil
      }
      return call.place
    }
  }

  /// Whether it is not called as a member of another object, which can have a function of the same name.
  private func isOwn(_ call: CodeCalls.Call) -> Bool {
    guard let receiver = call.receiver else { return true }
    return ["self", "this", "cls"].contains { receiver.elementsEqual($0.utf8) }
      || signatures.contains { signature in
        signature.head.split { !$0.isPartOfName }.contains { $0 == receiver }
      }
  }

  /// What all calls do about the result.
  private var handling: Set<String> {
    calls.dropFirst().reduce(calls.first?.handling ?? []) { $0.intersection($1.handling) }
  }

  /// Whether the same parameters, two or more, are in another order.
  private func isReordered(_ base: FunctionUses) -> Bool {
    guard signatures.count == 1, base.signatures.count == 1,
      let (new, old) = zip(signatures, base.signatures).first(where: { _ in true })
    else { return false }
    return new.parameters != old.parameters && new.parameters.count > 1
      && Set(new.parameters) == Set(old.parameters)
  }
}
