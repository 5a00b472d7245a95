/// A conflict between markers, in the style of any program, as a text has it.
public struct MarkedConflict: Sendable, Hashable {
  /// The text of one side, or of a base, at the place of the conflict.
  public struct Part: Sendable, Hashable {
    /// The label of its marker; `nil` for a bare marker.
    public var label: [UInt8]?

    /// The bytes; without a line ending that was only added so that the next marker starts a line.
    public var bytes: ArraySlice<UInt8>

    /// Makes a part.
    public init(label: [UInt8]?, bytes: ArraySlice<UInt8>) {
      self.label = label
      self.bytes = bytes
    }

    /// Whether its last line lacks an ending.
    var isUnfinished: Bool { bytes.last.map { $0 != .newline } ?? false }
  }

  /// The style of the markers.
  public var style: MarkerStyle

  /// How often each marker repeats its byte.
  public var markerSize: Int

  /// How the lines of the markers end.
  public var lineEnding: LineEnding

  /// The sides, two or more: ours first.
  public var sides: [Part]

  /// The texts that the sides were made from: one less than sides, or none if the style shows none.
  public var bases: [Part]

  /// The lines of the conflict, counted from 1.
  public var lines: Range<Int>

  /// The conflict with its markers, byte for byte as it was found.
  public var source: ArraySlice<UInt8>

  /// Whether the text before it has no line ending at its end.
  public var followsOpenLine: Bool

  /// Makes a conflict that is not in a text yet.
  public init(
    style: MarkerStyle, markerSize: Int = 7, lineEnding: LineEnding = .lineFeed, sides: [Part],
    bases: [Part], lines: Range<Int> = 0..<0, source: ArraySlice<UInt8> = [],
    followsOpenLine: Bool = false
  ) {
    self.style = style
    self.markerSize = markerSize
    self.lineEnding = lineEnding
    self.sides = sides
    self.bases = bases
    self.lines = lines
    self.source = source
    self.followsOpenLine = followsOpenLine
  }

  /// The one text that all sides were made from; `nil` if there is none, or no single one.
  public var base: Part? {
    guard let first = bases.first, bases.allSatisfy({ $0.bytes == first.bytes }) else {
      return nil
    }
    return first
  }

  /// All sides, one after the other; equal ones only once.
  public var union: [UInt8] { union(between: []) }
}
