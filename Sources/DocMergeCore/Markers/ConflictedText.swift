/// A text that another program, or a person, left with conflicts between markers.
///
///     let text = ConflictedText(bytes)
///     text.conflicts  // in the style of git, jj, Mercurial or fossil
///     text.findings  // markers that are left over or broken, with their lines
///     text.settled { $0.sides[0].bytes }.bytes  // ours of each; all else byte for byte
///
/// Where a marker is broken, its lines are ordinary text and named in ``findings``; no conflict is
/// guessed. A text in UTF-16 or UTF-32 is read as UTF-8, and written in its encoding.
public struct ConflictedText: Sendable, Hashable {
  /// A stretch of the text.
  public enum Piece: Sendable, Hashable {
    /// Bytes outside of any conflict that could be read.
    case text(ArraySlice<UInt8>)
    /// A conflict that is not settled.
    case conflict(MarkedConflict)
  }

  /// The text from its start to its end.
  public private(set) var pieces: [Piece]

  /// The faults of markers, by line.
  public private(set) var findings: [MarkerFinding]

  /// The encoding of the text; UTF-8 also means any encoding that extends ASCII.
  private let encoding: TextEncoding
  private let byteOrderMark: [UInt8]

  /// Finds the conflicts in `bytes`.
  ///
  /// - Parameters:
  ///   - bytes: the text, in any encoding.
  ///   - markerSize: how long markers are; if `nil`, seven and longer, as each conflict starts.
  /// - Complexity: O(*n*), *n* being the number of bytes.
  public init(_ bytes: [UInt8], markerSize: Int? = nil) {
    var text = bytes
    var layers = (encoding: TextEncoding.utf8, mark: bytes.starts(with: Self.mark) ? Self.mark : [])
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || bytes.contains(0) {
      let found = FoundEncoding(in: bytes)
      if let wide = found.encoding, !wide.extendsASCII {
        let mark = found.hasByteOrderMark ? wide.byteOrderMark : []
        if let decoded = wide.decode(bytes[mark.count...]) {
          (layers, text) = ((wide, mark), decoded)
        }
      }
    }
    if layers.encoding == .utf8 { text.removeFirst(layers.mark.count) }
    (encoding, byteOrderMark) = layers
    var scanner = ConflictScanner(text, markerSize: markerSize)
    scanner.scan()
    pieces = scanner.pieces
    let foreign = markerSize ?? 4 == 4 ? PerforceMarkers.findings(in: scanner.lines) : []
    findings = (scanner.findings + foreign).sorted { $0.line < $1.line }
  }

  private static let mark = TextEncoding.utf8.byteOrderMark

  /// The remaining conflicts, in order.
  public var conflicts: [MarkedConflict] {
    pieces.compactMap { piece in
      guard case .conflict(let conflict) = piece else { return nil }
      return conflict
    }
  }

  /// Whether there is neither a conflict nor a fault of a marker.
  public var isClean: Bool { conflicts.isEmpty && findings.isEmpty }

  /// The text with its conflicts between markers as they were found.
  public var bytes: [UInt8] {
    var text: [UInt8] = []
    for piece in pieces {
      switch piece {
      case .text(let bytes): text += bytes
      case .conflict(let conflict): text += conflict.source
      }
    }
    return encoded(text)
  }

  /// The text with each conflict replaced by the result of `decide`; where that is `nil`, the conflict stays.
  ///
  /// The lines in ``findings`` and in conflicts are those of the original text.
  ///
  /// - Throws: the errors of `decide`.
  public func settled<Failure: Error>(
    _ decide: (MarkedConflict) throws(Failure) -> (some Sequence<UInt8>)?
  ) throws(Failure) -> ConflictedText {
    var result = self
    for (index, piece) in pieces.enumerated() {
      guard case .conflict(let conflict) = piece, let bytes = try decide(conflict) else { continue }
      result.pieces[index] = .text(Array(bytes)[...])
    }
    return result
  }

  /// The bytes that replace a conflict and bytes around it.
  public struct Settlement: Sendable, Hashable {
    /// The bytes in its place.
    public var bytes: [UInt8]
    /// The bytes to remove from the end of the text before the conflict.
    public var before: ArraySlice<UInt8>
    /// The bytes to remove from the start of the text after it.
    public var after: ArraySlice<UInt8>

    /// Replaces a conflict, and bytes around it.
    public init(
      _ bytes: [UInt8], before: ArraySlice<UInt8> = [], after: ArraySlice<UInt8> = []
    ) {
      self.bytes = bytes
      self.before = before
      self.after = after
    }
  }

  /// The text with conflicts, and bytes around them, replaced; where `decide` returns `nil`, they stay.
  ///
  /// A conflict also stays if the bytes around it are not those that are to be removed.
  ///
  /// - Throws: the errors of `decide`.
  public func settledWidely<Failure: Error>(
    _ decide: (MarkedConflict) throws(Failure) -> Settlement?
  ) throws(Failure) -> ConflictedText {
    var result = self
    for (index, piece) in pieces.enumerated() {
      guard case .conflict(let conflict) = piece, let made = try decide(conflict) else { continue }
      result.settle(index, made)
    }
    return result
  }

  private mutating func settle(_ index: Int, _ made: Settlement) {
    func text(_ index: Int) -> ArraySlice<UInt8> {
      guard pieces.indices.contains(index), case .text(let bytes) = pieces[index] else { return [] }
      return bytes
    }
    let (before, after) = (text(index - 1), text(index + 1))
    guard before.suffix(made.before.count) == made.before, after.starts(with: made.after) else {
      return
    }
    if !made.before.isEmpty { pieces[index - 1] = .text(before.dropLast(made.before.count)) }
    if !made.after.isEmpty { pieces[index + 1] = .text(after.dropFirst(made.after.count)) }
    pieces[index] = .text(made.bytes[...])
  }

  /// The bytes in the encoding of the text, or unchanged where it lacks one of the characters.
  private func encoded(_ text: [UInt8]) -> [UInt8] {
    byteOrderMark + (encoding.encode(text[...]) ?? text)
  }
}
