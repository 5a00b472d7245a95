/// Lines of docmerge in a file that belongs to somebody else, so marked that they can be taken out again.
///
///     # begin docmerge (`docmerge git unsetup` removes this)
///     * merge=docmerge
///     # end docmerge
///
/// Taking them out gives the file back byte for byte; what it takes to do so stands behind `begin`.
enum MarkedBlock {
  fileprivate static let opening = Array("# begin docmerge".utf8)
  fileprivate static let closing = Array("# end docmerge".utf8)
  private static let newline = UInt8(ascii: "\n")

  /// What the file was like before.
  private enum Note: String, CaseIterable {
    case newFile = "; the file was made for it"
    case newFolder = "; the folder was made for it"
    case noFinalNewline = "; the line before had no end"
  }

  /// What is left of a file without the lines.
  enum Rest: Equatable {
    case file([UInt8])
    /// The file was not there before; nor was its folder, if so.
    case nothing(removesFolder: Bool)
  }

  /// Where lines are put that are not there yet.
  enum Place {
    /// Where they overrule what stands before.
    case end
    /// Where everything else overrules them.
    case start
  }

  /// The file with these lines: in the place of older ones, or at one of its ends.
  ///
  /// - Parameters:
  ///   - lines: What stands between the marks.
  ///   - text: The file; `nil` if there is none.
  ///   - place: Where they go if there are none.
  ///   - hasFolder: Whether the folder that the file lies in is there.
  /// - Returns: The new file.
  static func put(
    _ lines: [String], into text: [UInt8]?, at place: Place = .end, hasFolder: Bool = true
  ) -> [UInt8] {
    let old = text ?? []
    if let found = FoundBlock(in: old) {
      let mark = found.mark ?? opening + Array(" (`docmerge git unsetup` removes this)".utf8)
      // What others have put among the lines stays, behind them.
      return old[..<found.range.lowerBound] + block(mark: mark, lines) + found.foreign
        + old[found.range.upperBound...]
    }
    var notes: [Note] = text == nil ? [.newFile] : []
    if !hasFolder { notes.append(.newFolder) }
    let isFinished = place == .start || old.last.map { $0 == newline } ?? true
    if !isFinished { notes.append(.noFinalNewline) }
    let words = " (`docmerge git unsetup` removes this" + notes.map(\.rawValue).joined() + ")"
    let block = block(mark: opening + words.utf8, lines)
    return place == .start ? block + old : old + (isFinished ? [] : [newline]) + block
  }

  /// The file as it was before ``put(_:into:at:hasFolder:)``; `nil` if it has no such lines.
  static func removed(from text: [UInt8]) -> Rest? {
    guard let found = FoundBlock(in: text) else { return nil }
    let mark = String(decoding: found.mark ?? [], as: UTF8.self)
    let notes = Note.allCases.filter { mark.contains($0.rawValue) }
    var before = Array(text[..<found.range.lowerBound])
    let after = found.foreign + text[found.range.upperBound...]
    // What was added behind the lines must not fall on the line before them.
    if notes.contains(.noFinalNewline), after.isEmpty { before.removeLast() }
    let rest = before + after
    guard rest.isEmpty, notes.contains(.newFile) else { return .file(rest) }
    return .nothing(removesFolder: notes.contains(.newFolder))
  }

  /// The text without the lines, for whoever looks for those of others; other lines keep their numbers.
  static func blanked(_ text: [UInt8]) -> [UInt8] {
    guard let found = FoundBlock(in: text) else { return text }
    let lines = text[found.range].split(separator: newline, omittingEmptySubsequences: false)
    let blanked = lines.map { FoundBlock.isOwn($0) || isMark($0) ? [] : Array($0) }
    return Array(text[..<found.range.lowerBound]) + blanked.joined(separator: [newline])
      + text[found.range.upperBound...]
  }

  private static func block(mark: [UInt8], _ lines: [String]) -> [UInt8] {
    mark + [newline] + lines.flatMap { $0.utf8 + [newline] } + closing + [newline]
  }

  /// Whether a line is one of the marks.
  fileprivate static func isMark(_ line: ArraySlice<UInt8>) -> Bool {
    isOpening(line) || isClosing(line)
  }

  fileprivate static func isOpening(_ line: ArraySlice<UInt8>) -> Bool {
    line.starts(with: opening)
  }

  fileprivate static func isClosing(_ line: ArraySlice<UInt8>) -> Bool {
    line.starts(with: closing)
  }
}

/// The lines of docmerge as they are found, which others may have changed.
///
/// `git config` writes what belongs to a section into it, also between the marks; and whoever removes a
/// section takes the comment below it along, so that a mark may be gone.
private struct FoundBlock {
  /// Where the lines stand, with the marks that are there.
  let range: Range<Int>
  /// The first mark; `nil` if it is gone.
  let mark: [UInt8]?
  /// What is not docmerge's, with the headings of its sections.
  let foreign: [UInt8]

  private typealias Line = (text: ArraySlice<UInt8>, range: Range<Int>)

  init?(in text: [UInt8]) {
    let lines = Self.lines(of: text)
    let begin = lines.firstIndex { MarkedBlock.isOpening($0.text) }
    let end = lines[(begin ?? 0)...].firstIndex { MarkedBlock.isClosing($0.text) }
    let block: ClosedRange<Int>
    switch (begin, end) {
    case (let begin?, let end?): block = begin...end
    case (let begin?, nil): block = begin...(begin + Self.reach(lines[(begin + 1)...]))
    case (nil, let end?): block = (end - Self.reach(lines[..<end].reversed()))...end
    case (nil, nil): return nil
    }
    range = lines[block.lowerBound].range.lowerBound..<lines[block.upperBound].range.upperBound
    mark = begin.map { Array(lines[$0].text) }
    foreign = Self.foreign(in: lines[block])
  }

  private static func lines(of text: [UInt8]) -> [Line] {
    var lines: [Line] = []
    var start = 0
    while start < text.count {
      let line = text[start...].prefix { $0 != UInt8(ascii: "\n") }
      let next = min(line.endIndex + 1, text.count)
      lines.append((line, start..<next))
      start = next
    }
    return lines
  }

  /// How many lines go on being docmerge's, with what may lie between them.
  private static func reach(_ lines: some Sequence<Line>) -> Int {
    var (reach, count) = (0, 0)
    for line in lines {
      count += 1
      let isIndented = line.text.first.map { $0 == 0x09 || $0 == 0x20 } ?? false
      guard isOwn(line.text) || isIndented else { break }
      if isOwn(line.text) { reach = count }
    }
    return reach
  }

  /// Whether docmerge writes such a line.
  static func isOwn(_ line: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix("\tdriver = ") { return text.contains("merge-driver %O %A %B") }
    if text.hasPrefix("\tcmd = ") {
      return text.contains("mergetool --base") || text.contains("difftool --path")
    }
    if text.hasPrefix("\ttextconv = ") { return text.contains("docmerge") }
    return GitSettingLines.fixed.contains(text) || text.hasSuffix(" merge=docmerge")
      || text.hasSuffix(" diff=docmerge")
  }

  /// The lines of others, and the headings that they stand under.
  private static func foreign(in lines: ArraySlice<Line>) -> [UInt8] {
    var kept: [UInt8] = []
    var heading: ArraySlice<UInt8>?
    for (line, _) in lines where !MarkedBlock.isMark(line) {
      if line.first == UInt8(ascii: "[") {
        heading = line
        if isOwn(line) { continue }
      } else if isOwn(line) {
        continue
      }
      if let own = heading, own != line {
        kept += own + [UInt8(ascii: "\n")]
        heading = nil
      }
      if heading == line { heading = nil }
      kept += line + [UInt8(ascii: "\n")]
    }
    return kept
  }
}
