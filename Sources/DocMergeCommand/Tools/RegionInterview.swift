import DocMerge

/// Asks a person about each region that a merge has left in conflict.
struct RegionInterview {
  let merge: UnfinishedMerge
  /// The file that the result is for.
  let file: String
  /// Whether the sides have a base; an empty one says nothing.
  let hasBase: Bool

  /// The merged text, or `nil` if the person has left something undecided.
  func resolve() throws -> [UInt8]? {
    let conflicts = merge.merged.conflicts
    var decisions: [Int: [UInt8]] = [:]
    while decisions.count < conflicts.count {
      let count = decisions.count
      // What was skipped comes round again.
      for (index, conflict) in conflicts.enumerated() where decisions[index] == nil {
        let title = "\(PrintableText.escape(file)), conflict \(index + 1) of \(conflicts.count)"
        Console.message("\n\(title)\(place(of: index))")
        guard let answer = try ask(conflict, index) else { return quit(after: decisions.count) }
        if case .decided(let bytes) = answer { decisions[index] = bytes }
      }
      guard decisions.count > count else { return quit(after: count) }
    }
    return text(decisions)
  }

  private func quit(after count: Int) -> [UInt8]? {
    let all = Words.count(merge.merged.conflicts.count, "conflict")
    Console.message("\(count) of \(all) decided; nothing is written before all are.")
    return nil
  }

  private func place(of index: Int) -> String {
    guard merge.lines.indices.contains(index) else { return "" }
    return ", \(MergeWords.lines([merge.lines[index]])) of our version"
  }

  /// The bytes in the encoding of the text, or that there are none yet; `nil` to quit.
  private func ask(_ conflict: Region.Conflict, _ index: Int) throws -> ConflictQuestion.Answer? {
    let question = question(about: conflict, index)
    while true {
      switch try question.ask() {
      case .quit: return nil
      case .skipped: return .skipped
      case .decided(let text):
        if let bytes = encoding.encode(text[...]) { return .decided(bytes) }
        Console.message("Not settled: it has a character that \(encoding.rawValue) lacks.")
      }
    }
  }

  private func question(about conflict: Region.Conflict, _ index: Int) -> ConflictQuestion {
    func part(_ bytes: ArraySlice<UInt8>, _ label: String) -> MarkedConflict.Part {
      MarkedConflict.Part(label: Array(label.utf8), bytes: decoded(bytes))
    }
    let base = hasBase ? conflict.base : nil
    var shown = MarkedConflict(
      style: base == nil ? .merge : .diff3, lineEnding: conflict.lineEnding,
      sides: [part(conflict.ours, "ours"), part(conflict.theirs, "theirs")],
      bases: base.map { [part($0, "base")] } ?? [])
    let count = merge.merged.conflicts.count
    let place = MarkedConflict.Place(number: index + 1, count: count, isAtEnd: false)
    shown.source = (shown.written(as: shown.style, at: place) ?? [])[...]
    // Lines that look like markers make the real ones longer.
    shown.markerSize = ConflictedText(Array(shown.source)).conflicts.first?.markerSize ?? 7
    for index in shown.sides.indices { shown.sides[index].label = nil }
    return ConflictQuestion(
      conflict: shown, file: file,
      merging: conflict.suggestion.map { suggestion in
        let bytes = Array(decoded(suggestion.bytes[...]))
        return .suggestion(Region.Suggestion(bytes: bytes, rule: suggestion.rule))
      } ?? .none)
  }

  // MARK: - Bytes

  private var encoding: TextEncoding { merge.merged.layers?.encoding ?? .utf8 }

  private func decoded(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    encoding.decode(bytes)?[...] ?? bytes
  }

  /// The text with what was decided in the places of the conflicts.
  private func text(_ decisions: [Int: [UInt8]]) -> [UInt8] {
    var text: [UInt8] = []
    var index = 0
    var ending: [UInt8] = []
    for region in merge.merged.regions {
      let piece: [UInt8]
      var next: [UInt8] = []
      switch region {
      case .agreed(let agreed): piece = Array(agreed.bytes)
      case .conflict(let conflict):
        piece = decisions[index] ?? []
        index += 1
        next = missingEnding(of: piece, conflict)
      }
      guard !piece.isEmpty else { continue }
      text += ending + piece
      ending = next
    }
    return text
  }

  /// What must come behind a decision before anything else does.
  private func missingEnding(of piece: [UInt8], _ conflict: Region.Conflict) -> [UInt8] {
    guard decoded(piece[...]).last != UInt8(ascii: "\n") else { return [] }
    return encoding.encode(conflict.lineEnding.bytes[...]) ?? []
  }
}
