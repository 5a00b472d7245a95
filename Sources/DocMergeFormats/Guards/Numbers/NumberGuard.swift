import DocMergeCore
import DocMergeLanguage

/// Finds numbers that tell the children of a container apart, and that occur twice in a result.
///
/// The fields of a message, the values of an enumeration, the steps of a migration have numbers of their own.
/// If the children of a container all have different ones, those of the result must be different too:
///
///     V1__users.sql                       V1__users.sql
///     V2__mail.sql                        V2__mail.sql
///     V3__phone.sql   (ours)              V3__phone.sql
///                                         V3__address.sql   (theirs)  a fault
struct NumberGuard {
  private let inputs: [SyntaxTree]
  private let forms: [ChildNumber.Form]

  private static let usualForms: [ChildNumber.Form] = [.assigned, .word]

  /// Makes the guard of a result; those of tables have numbers in their first cells only.
  init(_ inputs: [SyntaxTree], isTable: Bool = false) {
    self.inputs = inputs
    forms = isTable ? [.firstCell] : Self.usualForms
  }

  /// Whether any number occurs twice.
  static func isPossible(in tree: SyntaxTree) -> Bool {
    usualForms.contains { !doubled($0, in: tree).isEmpty }
  }

  /// Whether the first cells of a table have a number twice.
  ///
  /// - Complexity: O(*n*), *n* being the number of rows.
  static func isPossible(in table: Table) -> Bool {
    !areDistinct(
      (0..<table.rowCount).compactMap { row in
        let cell = table.cell(row, 0)
        return NumberedWord(table.text, cell).number(for: cell)
      })
  }

  /// The children whose number another one has in the result.
  ///
  /// The inputs are examined only when a number occurs twice.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the children.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    var faults: [StructureFault] = []
    for form in forms {
      let doubled = Self.doubled(form, in: tree, beside: inputs.dropFirst().first)
      guard !doubled.isEmpty else { continue }
      let numberings = numberings(form)
      for (series, found) in doubled where numberings.contains(series) { faults += found }
    }
    return faults.sorted { $0.stands(before: $1) }
  }

  /// The series in which a number occurs twice, each with its faults if its numbers must differ.
  ///
  /// Containers that an input has as they are show nothing: their series repeat a number there, too.
  private static func doubled(
    _ form: ChildNumber.Form, in tree: SyntaxTree, beside input: SyntaxTree? = nil
  ) -> [UInt64: [StructureFault]] {
    guard form.isPossible(in: tree.text) else { return [:] }
    var doubled: [UInt64: [StructureFault]] = [:]
    forEachSeries(in: tree, form, besides: input) { series, numbers in
      let found = faults(among: numbers, in: tree.text)
      if !found.isEmpty { doubled[series, default: []] += found }
    }
    return doubled
  }

  /// The series that number the children in an input, and have no number twice in any.
  private func numberings(_ form: ChildNumber.Form) -> Set<UInt64> {
    var (numbering, repeating) = (Set<UInt64>(), Set<UInt64>())
    for input in inputs {
      Self.forEachSeries(in: input, form) { series, numbers in
        if !Self.areDistinct(numbers) { repeating.insert(series) }
        if Self.isNumbering(numbers, in: input.text) { numbering.insert(series) }
      }
    }
    return numbering.subtracting(repeating)
  }

  /// Whether numbers count something: they follow each other, with few gaps, or cannot be anything else.
  ///
  /// The numbers of `lib32-x` and `lib64-x`, or of `sha-256-x` and `sha-512-x`, count nothing.
  private static func isNumbering(_ numbers: [ChildNumber], in text: [UInt8]) -> Bool {
    if numbers.allSatisfy(\.isCertain) { return true }
    let values = numbers.compactMap { $0.value(in: text) }
    guard values.count == numbers.count, let least = values.min(), let most = values.max() else {
      return false
    }
    return most - least < 3 * values.count
  }

  private static func areDistinct(_ numbers: [ChildNumber]) -> Bool {
    guard numbers.count > 1 else { return true }
    return Set(numbers.map(\.identity)).count == numbers.count
  }

  private static func faults(among numbers: [ChildNumber], in text: [UInt8]) -> [StructureFault] {
    guard !areDistinct(numbers) else { return [] }
    return Dictionary(grouping: numbers, by: \.identity).values.compactMap { found in
      guard found.count > 1 else { return nil }
      let number = String(decoding: text[found[0].digits], as: UTF8.self)
      return StructureFault(
        places: found.map(\.body), reason: tr("the number \(number) would stand twice"))
    }
  }

  /// Visits the series of two numbers or more in each container, by a hash of the container and the series.
  ///
  /// Containers that another tree has at their place, byte for byte the same, are left out.
  private static func forEachSeries(
    in tree: SyntaxTree, _ form: ChildNumber.Form, besides other: SyntaxTree? = nil,
    _ visit: (UInt64, [ChildNumber]) -> Void
  ) {
    func visitSeries(of container: UInt64, _ numbers: [ChildNumber]) {
      guard let first = numbers.first, numbers.count > 1 else { return }
      if numbers.allSatisfy({ $0.series == first.series }) {
        return visit(hash(container, first.series), numbers)
      }
      for (series, numbers) in Dictionary(grouping: numbers, by: \.series) where numbers.count > 1 {
        visit(hash(container, series), numbers)
      }
    }
    func walk(_ children: [Node], _ container: UInt64, besides others: [Node]) {
      var numbers: [ChildNumber] = []
      func collect(_ children: [Node], besides others: [Node]) {
        var place = -1
        children.forEachInPlace { child in
          place += 1
          if let number = form.number(of: child, in: tree.text) { numbers.append(number) }
          guard form.isNested, !child.pointee.children.isEmpty else { return }
          if isChoice(child, in: tree.text) { return collect(child.pointee.children, besides: []) }
          guard let inner = namesake(of: child, tree.text, at: place, in: others, other?.text)
          else { return }
          walk(
            child.pointee.children, hash(container, child.pointee.key?.hash ?? 0), besides: inner)
        }
      }
      collect(children, besides: others)
      visitSeries(of: container, numbers)
    }
    walk(tree.root.children, 0, besides: other?.root.children ?? [])
  }

  /// The children of the node at a place that has the key of another node; `nil` where both have the same bytes.
  private static func namesake(
    of node: UnsafePointer<Node>, _ text: [UInt8], at place: Int, in others: [Node],
    _ otherText: [UInt8]?
  ) -> [Node]? {
    guard let otherText, place < others.count else { return [] }
    return others.withUnsafeBufferPointer { others in
      guard let other = others.baseAddress.map({ $0 + place }),
        other.pointee.key == node.pointee.key, !isChoice(other, in: otherText)
      else { return [] }
      return isSame(node, text, other, otherText) ? nil : other.pointee.children
    }
  }

  /// Whether two nodes are of one kind and have the same bytes, up to the first one behind them.
  private static func isSame(
    _ node: UnsafePointer<Node>, _ text: [UInt8], _ other: UnsafePointer<Node>,
    _ otherText: [UInt8]
  ) -> Bool {
    let (body, otherBody) = (node.pointee.body, other.pointee.body)
    guard node.pointee.content == other.pointee.content, node.pointee.kind == other.pointee.kind,
      body.count == otherBody.count
    else { return false }
    let read = body.lowerBound..<min(node.pointee.range.upperBound + 1, text.count)
    let otherRead = otherBody.lowerBound..<min(other.pointee.range.upperBound + 1, otherText.count)
    return text.withUnsafeBytes { text in
      otherText.withUnsafeBytes { otherText in
        ByteRuns.areEqual(
          UnsafeRawBufferPointer(rebasing: text[read]),
          UnsafeRawBufferPointer(rebasing: otherText[otherRead]))
      }
    }
  }

  /// How far the start of a node is read.
  private static var headReach: Int { 80 }

  /// Whether a node is a `oneof` or a `union`, whose fields are numbered with those around it.
  private static func isChoice(_ node: UnsafePointer<Node>, in text: [UInt8]) -> Bool {
    let head = text[node.pointee.body].prefix(headReach)
    if head.starts(with: "oneof ".utf8) { return true }
    return head.prefix { $0 != UInt8(ascii: "{") }.trimmed.suffix(6).elementsEqual(":union".utf8)
  }

  private static func hash(_ container: UInt64, _ part: UInt64) -> UInt64 {
    var hash = ContentHash()
    hash.add(hash: container)
    hash.add(hash: part)
    return hash.value
  }
}
