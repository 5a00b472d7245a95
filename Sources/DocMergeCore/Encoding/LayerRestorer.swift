/// Puts the layers of three texts back on a merge of their contents.
struct LayerRestorer: Sendable {
  let base: TextLayers
  let ours: TextLayers
  let theirs: TextLayers

  /// The result if only one side changed anything, or both the same, byte for byte.
  private let foregone: Region.Agreed?

  /// Takes the layers off three texts, or fails if their encodings cannot be merged.
  init(base: [UInt8], ours: [UInt8], theirs: [UInt8]) throws(EncodingTriple.Refusal) {
    foregone = Region.Agreed.foregone(base: base, ours: ours, theirs: theirs)
    let found = FoundEncoding.found(in: (base, ours, theirs))
    let encodings = try EncodingTriple(base: found.0, ours: found.1, theirs: found.2).merge
    guard let base = TextLayers(base, found.0, encodings.base),
      let ours = TextLayers(ours, found.1, encodings.ours),
      let theirs = TextLayers(theirs, found.2, encodings.theirs)
    else { throw EncodingTriple.Refusal(.damaged) }
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
  }

  /// The merge in the encoding that was settled, or in one that has all its characters.
  func restore(_ merged: Merged) -> Merged {
    var restored = settled(merged)
    // Lines with the same text but different endings can be confused; not where that would show.
    if let foregone, let clean = restored.clean, clean[...] != foregone.bytes {
      restored.regions = foregone.bytes.isEmpty ? [] : [.agreed(foregone)]
    }
    return restored
  }

  private func settled(_ merged: Merged) -> Merged {
    let trimmed = withoutFinalNewline(merged)
    let endings = LineEndMerge(
      base: base.lines, ours: ours.lines, theirs: theirs.lines,
      profile: merged.profile ?? .gitMerge)
    let settled = encodings.settled ?? .utf8
    for encoding in [settled, ours.encoding, theirs.encoding] {
      let writer = LayerWriter(endings: endings, encoding: encoding)
      guard let regions = writer.regions(trimmed.regions) else { continue }
      return result(regions, of: merged, encoding, isWidened: encoding != settled)
    }
    // UTF-8 has all characters, and keeps bytes that never were a character.
    let regions = LayerWriter(endings: endings, encoding: .utf8).regions(trimmed.regions)
    return result(regions ?? [], of: merged, .utf8, isWidened: true)
  }

  private func result(
    _ regions: [Region], of merged: Merged, _ encoding: TextEncoding, isWidened: Bool
  ) -> Merged {
    var regions = regions
    let mark = hasByteOrderMark(isEmpty: regions.isEmpty) ? encoding.byteOrderMark : []
    if !mark.isEmpty {
      regions.insert(.agreed(.init(bytes: mark[...], origin: markOrigin)), at: 0)
    }
    var result = Merged(regions: regions, style: merged.style)
    result.profile = merged.profile
    result.layers = MergedLayers(
      encoding: encoding, hasByteOrderMark: !mark.isEmpty, isWidened: isWidened)
    return result
  }

  private func layer<Value>(_ value: (TextLayers) -> Value?) -> ThreeWay<Value> {
    ThreeWay(base: value(base), ours: value(ours), theirs: value(theirs))
  }

  private var encodings: ThreeWay<TextEncoding> { layer { $0.isEmpty ? nil : $0.encoding } }

  private func hasByteOrderMark(isEmpty: Bool) -> Bool {
    // An empty result is the empty text of a side, which decides whether it had a mark.
    if isEmpty { return layer { $0.hasByteOrderMark }.settled ?? false }
    // Where the base gives no value, the mark that one side has is kept.
    return layer { $0.isEmpty ? nil : $0.hasByteOrderMark }.settled ?? true
  }

  private var markOrigin: Region.Agreed.Origin {
    switch (base.hasByteOrderMark, ours.hasByteOrderMark, theirs.hasByteOrderMark) {
    case (true, _, _): .base
    case (_, true, true): .both
    case (_, true, _): .ours
    default: .theirs
    }
  }

  // MARK: - The final newline

  /// The merge without the `\n` at its end, if that was the outcome of its three-way rule.
  func withoutFinalNewline(_ merged: Merged) -> Merged {
    guard !(layer { $0.lines.hasFinalNewline }.settled ?? true) else { return merged }
    var merged = merged
    // A rule can leave nothing of the last lines.
    let last = merged.regions.lastIndex { region in
      if case .agreed(let agreed) = region { !agreed.bytes.isEmpty } else { true }
    }
    switch last.map({ merged.regions[$0] }) {
    case .agreed(var agreed)? where agreed.bytes.last == .newline:
      agreed.bytes.removeLast()
      merged.regions[last ?? 0] = .agreed(agreed)
    case .conflict(let conflict)? where last == merged.regions.count - 1:
      merged.regions.removeLast()
      merged.regions += withoutFinalNewline(
        conflict, after: merged.regions.popLast(), showsBase: merged.style != .merge)
    default: break
    }
    return merged
  }

  /// The conflict with no `\n` at the end of the parts of texts that end without one, and the region before it.
  ///
  /// If such a part is empty, the line before the conflict is the last one of its text, so it has to join the conflict.
  private func withoutFinalNewline(
    _ conflict: Region.Conflict, after region: Region?, showsBase: Bool
  ) -> [Region] {
    func lacksNewline(_ text: TextLayers) -> Bool { text.lines.hasFinalNewline == false }
    var conflict = conflict
    var before = region
    if conflict.ours.isEmpty && lacksNewline(ours)
      || conflict.theirs.isEmpty && lacksNewline(theirs)
      || conflict.base?.isEmpty == true && lacksNewline(base) && showsBase,
      case .agreed(var agreed)? = region
    {
      let start = agreed.bytes.dropLast().lastIndex(of: .newline).map { $0 + 1 }
      let line = agreed.bytes[(start ?? agreed.bytes.startIndex)...]
      agreed.bytes.removeLast(line.count)
      before = agreed.bytes.isEmpty ? nil : .agreed(agreed)
      conflict.base = conflict.base.map { base.lines.content.joined(line, $0) }
      conflict.ours = ours.lines.content.joined(line, conflict.ours)
      conflict.theirs = theirs.lines.content.joined(line, conflict.theirs)
      conflict.suggestion?.bytes.insert(contentsOf: line, at: 0)
    }
    func trimmed(_ part: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      part.last == .newline ? part.dropLast() : part
    }
    if lacksNewline(base) { conflict.base = conflict.base.map(trimmed) }
    if lacksNewline(ours) { conflict.ours = trimmed(conflict.ours) }
    if lacksNewline(theirs) { conflict.theirs = trimmed(conflict.theirs) }
    if let suggestion = conflict.suggestion {
      conflict.suggestion?.bytes = Array(trimmed(suggestion.bytes[...]))
    }
    return (before.map { [$0] } ?? []) + [.conflict(conflict)]
  }
}

extension [UInt8] {
  /// A line and the part after it; a slice of this text if they are adjacent, so that they keep their place.
  fileprivate func joined(
    _ line: ArraySlice<UInt8>, _ part: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8> {
    let start = part.startIndex - line.count
    guard start >= 0, part.endIndex <= count, self[start..<part.startIndex] == line,
      self[part.startIndex..<part.endIndex] == part
    else { return line + part }
    return self[start..<part.endIndex]
  }
}
