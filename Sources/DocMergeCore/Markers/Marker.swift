/// A line that marks where a part of a conflict starts or ends.
public enum Marker: Sendable, Hashable, CaseIterable {
  /// `<<<<<<<`, before the lines of ours.
  case ours
  /// `|||||||`, before the lines of the base.
  case base
  /// `=======`, before the lines of theirs.
  case separator
  /// `>>>>>>>`, after the lines of theirs.
  case theirs

  /// The byte that the marker repeats.
  public var byte: UInt8 {
    switch self {
    case .ours: return UInt8(ascii: "<")
    case .base: return UInt8(ascii: "|")
    case .separator: return UInt8(ascii: "=")
    case .theirs: return UInt8(ascii: ">")
    }
  }

  /// The marker that repeats `byte`, if there is one.
  init?(_ byte: UInt8) {
    guard let marker = Marker.allCases.first(where: { $0.byte == byte }) else { return nil }
    self = marker
  }
}
