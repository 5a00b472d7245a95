/// Lines of docmerge in a file that belongs to somebody else, so marked that they can be taken out again.
///
///     # begin docmerge (`docmerge git unsetup` removes this)
///     * merge=docmerge
///     # end docmerge
///
/// Taking them out gives the file back byte for byte; what it takes to do so stands behind `begin`.
enum MarkedBlock {
  private static let opening = Array("# begin docmerge".utf8)
  private static let closing = Array("# end docmerge".utf8)
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

  /// The file with these lines: in the place of older ones, or at its end.
  ///
  /// - Parameters:
  ///   - lines: What stands between the marks.
  ///   - text: The file; `nil` if there is none.
  ///   - hasFolder: Whether the folder that the file lies in is there.
  /// - Returns: The new file.
  /// - Throws: ``CommandError`` where older lines have lost their end.
  static func put(
    _ lines: [String], into text: [UInt8]?, hasFolder: Bool = true
  ) throws -> [UInt8] {
    let old = text ?? []
    if let place = try place(in: old) {
      let mark = old[place.lowerBound...].prefix { $0 != newline }
      return old[..<place.lowerBound] + block(mark: Array(mark), lines) + old[place.upperBound...]
    }
    var notes: [Note] = text == nil ? [.newFile] : []
    if !hasFolder { notes.append(.newFolder) }
    let isFinished = old.last.map { $0 == newline } ?? true
    if !isFinished { notes.append(.noFinalNewline) }
    let words = " (`docmerge git unsetup` removes this" + notes.map(\.rawValue).joined() + ")"
    return old + (isFinished ? [] : [newline]) + block(mark: opening + words.utf8, lines)
  }

  /// The file as it was before ``put(_:into:hasFolder:)``; `nil` if it has no such lines.
  static func removed(from text: [UInt8]) throws -> Rest? {
    guard let place = try place(in: text) else { return nil }
    let mark = String(
      decoding: text[place.lowerBound...].prefix { $0 != newline }, as: UTF8.self)
    let notes = Note.allCases.filter { mark.contains($0.rawValue) }
    var before = Array(text[..<place.lowerBound])
    let after = text[place.upperBound...]
    // What was added behind the lines must not fall on the line before them.
    if notes.contains(.noFinalNewline), after.isEmpty { before.removeLast() }
    let rest = before + after
    guard rest.isEmpty, notes.contains(.newFile) else { return .file(rest) }
    return .nothing(removesFolder: notes.contains(.newFolder))
  }

  /// The text without the lines, for whoever looks for those of others; other lines keep their numbers.
  static func blanked(_ text: [UInt8]) -> [UInt8] {
    guard let place = try? place(in: text) else { return text }
    return text[..<place.lowerBound] + text[place].filter { $0 == newline }
      + text[place.upperBound...]
  }

  private static func block(mark: [UInt8], _ lines: [String]) -> [UInt8] {
    mark + [newline] + lines.flatMap { $0.utf8 + [newline] } + closing + [newline]
  }

  /// Where the lines stand, with both marks.
  private static func place(in text: [UInt8]) throws -> Range<Int>? {
    var start: Int?
    var offset = 0
    while offset < text.count {
      let line = text[offset...].prefix { $0 != newline }
      let next = min(line.endIndex + 1, text.count)
      if start == nil, line.starts(with: opening) { start = offset }
      if let start, line.starts(with: closing) { return start..<next }
      offset = next
    }
    guard start == nil else {
      throw CommandError(
        description: "the lines of docmerge have lost their end (\"# end docmerge\"): "
          + "please take them out by hand")
    }
    return nil
  }
}
