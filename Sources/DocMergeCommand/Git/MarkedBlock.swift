/// Lines of docmerge in a file of the user, with marks by which they can be removed again.
///
///     # begin docmerge (`docmerge git unsetup` removes this)
///     * merge=docmerge
///     # end docmerge
///
/// Removing them restores the file byte for byte; the facts that this needs follow `begin`.
enum MarkedBlock {
  fileprivate static let opening = Array("# begin docmerge".utf8)
  fileprivate static let closing = Array("# end docmerge".utf8)
  private static let newline = UInt8(ascii: "\n")

  /// The previous state of the file.
  private enum Note: String, CaseIterable {
    case newFile = "; the file was made for it"
    case newFolder = "; the folder was made for it"
    case noFinalNewline = "; the line before had no end"
  }

  /// The rest of a file without the lines.
  enum Rest: Equatable {
    case file([UInt8])
    /// The file did not exist before; nor did its folder, if so.
    case nothing(removesFolder: Bool)
  }

  /// The place for new lines.
  enum Place {
    /// Where they override the lines before.
    case end
    /// Where all other lines override them.
    case start
  }

  /// The file with these lines: in place of older ones, or at one of its ends.
  ///
  /// - Parameters:
  ///   - lines: The lines between the marks.
  ///   - text: The file; `nil` if there is none.
  ///   - place: The place for them if there are none yet.
  ///   - hasFolder: Whether the folder of the file exists.
  /// - Returns: The new file.
  static func put(
    _ lines: [String], into text: [UInt8]?, at place: Place = .end, hasFolder: Bool = true
  ) -> [UInt8] {
    let old = text ?? []
    if let found = FoundBlock(in: old) {
      let mark = found.mark ?? opening + Array(" (`docmerge git unsetup` removes this)".utf8)
      // Other lines among the lines are kept, after them.
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
    // Text that was added after the lines must not join the line before them.
    if notes.contains(.noFinalNewline), after.isEmpty { before.removeLast() }
    let rest = before + after
    guard rest.isEmpty, notes.contains(.newFile) else { return .file(rest) }
    return .nothing(removesFolder: notes.contains(.newFolder))
  }

  /// The text without the lines, to search for others; other lines keep their numbers.
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

/// The lines of docmerge as found; other programs may have changed them.
///
/// `git config` adds entries of a section at its end, also between the marks; and removing a
/// section also removes the comment below it, so that a mark may be missing.
private struct FoundBlock {
  /// The range of the lines, with the existing marks.
  let range: Range<Int>
  /// The first mark; `nil` if it is missing.
  let mark: [UInt8]?
  /// The lines that are not docmerge's, with the headings of their sections.
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

  /// How many adjacent lines are docmerge's, including lines that may be between them.
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

  /// Whether it is a line that docmerge writes.
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

  /// The lines of others, with the headings above them.
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
