import DocMergeCore

/// Finds numbers that tell the children of a container apart, and that occur twice in a result.
///
/// The fields of a message, the values of an enumeration, the steps of a migration have numbers of their own.
/// If the children of a container all have different ones, those of the result must be different too.
struct NumberGuard {
  /// The form of a child's number.
  fileprivate enum Form: CaseIterable {
    /// After an equals sign at the end: `string name = 3;`.
    case assigned
    /// At the start of a name: `"0003_mail"`.
    case prefix
  }

  private let inputs: [SyntaxTree]

  init(_ inputs: [SyntaxTree]) { self.inputs = inputs }

  /// Whether any number occurs twice.
  static func isPossible(in tree: SyntaxTree) -> Bool {
    Form.allCases.contains { !doubled($0, in: tree).isEmpty }
  }

  /// The children whose number another one has in the result.
  ///
  /// The inputs are examined only when a number occurs twice.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the children.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    var faults: [StructureFault] = []
    for form in Form.allCases {
      let doubled = Self.doubled(form, in: tree)
      guard !doubled.isEmpty else { continue }
      let distinct = distinctContainers(form)
      for (container, found) in doubled where distinct.contains(container) { faults += found }
    }
    return faults.sorted { $0.stands(before: $1) }
  }

  /// The containers in which a number occurs twice, each with its faults if its numbers must differ.
  private static func doubled(_ form: Form, in tree: SyntaxTree) -> [UInt64: [StructureFault]] {
    guard form.isPossible(in: tree.text) else { return [:] }
    var doubled: [UInt64: [StructureFault]] = [:]
    forEachContainer(in: tree, form) { container, numbers in
      let found = faults(among: numbers, in: tree.text)
      if !found.isEmpty { doubled[container, default: []] += found }
    }
    return doubled
  }

  /// The containers that have numbered children in an input, and in no input a number twice.
  private func distinctContainers(_ form: Form) -> Set<UInt64> {
    var isDistinct: [UInt64: Bool] = [:]
    for input in inputs {
      Self.forEachContainer(in: input, form) { container, numbers in
        guard numbers.count > 1 else { return }
        isDistinct[container, default: true] =
          Self.areDistinct(numbers, in: input.text) && isDistinct[container, default: true]
      }
    }
    return Set(isDistinct.lazy.filter(\.value).map(\.key))
  }

  /// A child, and the place of its number.
  private struct Numbered {
    let body: Range<Int>
    let digits: Range<Int>
  }

  private static func areDistinct(_ numbers: [Numbered], in text: [UInt8]) -> Bool {
    Set(numbers.map { text[$0.digits] }).count == numbers.count
  }

  private static func faults(among numbers: [Numbered], in text: [UInt8]) -> [StructureFault] {
    guard numbers.count > 1, !areDistinct(numbers, in: text) else { return [] }
    let groups = Dictionary(grouping: numbers) { text[$0.digits] }
    return groups.compactMap { digits, found in
      guard found.count > 1 else { return nil }
      let number = String(decoding: digits, as: UTF8.self)
      return StructureFault(
        places: found.map(\.body), reason: "the number \(number) would stand twice")
    }
  }

  /// Visits the containers, each with those of its children that have numbers.
  private static func forEachContainer(
    in tree: SyntaxTree, _ form: Form, _ visit: (UInt64, [Numbered]) -> Void
  ) {
    func walk(_ node: Node, _ container: UInt64) {
      var numbers: [Numbered] = []
      node.children.withUnsafeBufferPointer { children in
        for index in children.indices {
          if children[index].isContainer {
            guard !children[index].children.isEmpty else { continue }
            var inner = ContentHash()
            inner.add(hash: container)
            inner.add(hash: children[index].key?.hash ?? 0)
            walk(children[index], inner.value)
          } else {
            let body = children[index].body
            guard body.count < 200, let digits = form.number(at: body, in: tree.text) else {
              continue
            }
            numbers.append(Numbered(body: body, digits: digits))
          }
        }
      }
      if node.kind == .blocks || node.kind == .items || node.kind == .members {
        visit(container, numbers)
      }
    }
    walk(tree.root, 0)
  }
}

extension NumberGuard.Form {
  /// Whether a text can have such numbers at all.
  fileprivate func isPossible(in text: [UInt8]) -> Bool {
    let marks: [UInt8] = self == .assigned ? [UInt8(ascii: "=")] : Array("_-".utf8)
    return text.withUnsafeBytes { text in marks.contains { ByteRuns.holds($0, text) } }
  }

  /// The place of the number of a child.
  fileprivate func number(at place: Range<Int>, in text: [UInt8]) -> Range<Int>? {
    switch self {
    case .assigned: assigned(at: place, in: text)
    case .prefix: prefix(at: place, in: text)
    }
  }

  private func assigned(at place: Range<Int>, in text: [UInt8]) -> Range<Int>? {
    // Most parts end with something else, which is quick to see.
    guard let last = place.last.map({ text[$0] }),
      last.isDecimalDigit || last.isWhite || last == UInt8(ascii: ";")
    else { return nil }
    guard let sign = place.last(where: { text[$0] == UInt8(ascii: "=") }) else { return nil }
    let rest = text[sign + 1..<place.upperBound].drop(while: \.isWhite)
    let digits = rest.prefix(while: \.isDecimalDigit)
    let tail = rest[digits.endIndex...].drop(while: \.isWhite)
    guard !digits.isEmpty, tail.isEmpty || tail.first == UInt8(ascii: ";") else { return nil }
    let words = text[place.lowerBound..<sign].split { !$0.isPartOfName }.count
    return words > 1 ? digits.indices : nil
  }

  private func prefix(at place: Range<Int>, in text: [UInt8]) -> Range<Int>? {
    let start = place.prefix(3).first { text[$0].isPartOfName }
    guard let start, text[start].isDecimalDigit else { return nil }
    let digits = text[start..<place.upperBound].prefix(while: \.isDecimalDigit)
    let next = text[digits.endIndex..<place.upperBound].first
    guard digits.count > 2, next == UInt8(ascii: "_") || next == UInt8(ascii: "-") else {
      return nil
    }
    return digits.indices
  }
}
