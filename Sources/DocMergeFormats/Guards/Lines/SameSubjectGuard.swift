import DocMergeCore
import DocMergeLanguage

/// Finds two lines of one block that name one thing, and say different things of it, one from each side.
///
///     base   app.get("/", home)     ours   app.get("/report", month)   theirs   app.get("/", home)
///            app.get("/in", login)         app.get("/", home)                   app.get("/in", login)
///                                          app.get("/in", login)                app.get("/report", audit)
///
/// The name must be new, each side must give it once, and the lines beside it must give names of their own.
struct SameSubjectGuard: Sendable {
  private let notation: LineSubject.Notation
  /// The subjects that both sides added.
  private let wanted: Set<LineSubject>
  /// The forms of subjects of which the base repeats one.
  private let repeated: Set<[UInt8]>
  /// The forms of subjects that the base has.
  private let known: Set<[UInt8]>

  /// Prepares for the base, ours and theirs; `nil` where the sides added no such lines.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of what the sides added; of all texts where subjects are equal.
  init?(_ inputs: [[UInt8]], _ added: AddedLines, _ notation: LineSubject.Notation) {
    self.notation = notation
    guard
      let lines = added.values({ line in LineSubject(line, notation).map { ($0, line) } })
    else { return nil }
    let subjects = lines.map { Dictionary($0) { one, _ in one } }
    var wanted = Set(
      subjects[0].filter { subject, line in
        subjects[1][subject].map { subject.isWhole || $0.trimmed != line.trimmed } ?? false
      }.keys)
    guard !wanted.isEmpty else { return nil }
    var counts: [LineSubject: Int] = [:]
    for line in Lines(inputs[0]) {
      if let subject = LineSubject(line, notation) { counts[subject, default: 0] += 1 }
    }
    wanted.subtract(counts.keys)
    for side in inputs[1...] {
      var found: [LineSubject: Int] = [:]
      for line in Lines(side) {
        if let subject = LineSubject(line, notation), wanted.contains(subject) {
          found[subject, default: 0] += 1
        }
      }
      wanted = wanted.filter { found[$0] == 1 }
    }
    known = Set(counts.keys.map(\.form))
    repeated = Set(counts.filter { $0.value > 1 }.keys.map(\.form))
    self.wanted = wanted.filter { [known, repeated] in
      $0.isDefinition || known.contains($0.form) && !repeated.contains($0.form)
    }
    guard !self.wanted.isEmpty else { return nil }
  }

  /// The lines with such subjects.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result.
  func faults(in result: [UInt8]) -> [StructureFault] {
    var places: [LineSubject: [Range<Int>]] = [:]
    for line in Lines(result).places {
      if let subject = LineSubject(result[line], notation), wanted.contains(subject) {
        places[subject, default: []].append(line)
      }
    }
    return places.filter { $0.value.count > 1 && areInOneBlock($0.value, in: result) }
      .map { subject, found in .doubled(subject.text.excerpt, at: found) }
      .sorted { $0.stands(before: $1) }
  }

  /// Whether the subjects stand in one column, and no line between them is indented less.
  private func areInOneBlock(_ places: [Range<Int>], in text: [UInt8]) -> Bool {
    guard let first = places.first, let last = places.last, first.upperBound <= last.lowerBound
    else { return false }
    let column = column(first, in: text)
    guard column == self.column(last, in: text) else { return false }
    return text[first.upperBound..<last.lowerBound].split(separator: 0x0A).allSatisfy { line in
      line.trimmed.isEmpty || line.prefix(while: \.isBlankOrTab).count >= column
    }
  }

  private func column(_ line: Range<Int>, in text: [UInt8]) -> Int {
    text[line].prefix(while: \.isBlankOrTab).count
  }
}
