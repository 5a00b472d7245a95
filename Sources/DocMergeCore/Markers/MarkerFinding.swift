/// A marker that is wrong in its place.
public struct MarkerFinding: Sendable, Hashable {
  /// The fault.
  public enum Problem: Sendable, Hashable {
    /// It belongs to a conflict whose first marker is missing.
    case stray
    /// The conflict that it starts lacks the marker that repeats this byte.
    case unfinished(missing: UInt8)
    /// The conflict has that marker twice.
    case repeated
    /// It is after the marker that repeats this byte, and should be before it.
    case misplaced(after: UInt8)
    /// The line is in a list of changes and is none: no blank, `+` or `-` before it, or two in one line.
    case unreadable
    /// It is within a line, after a part without an ending, or it is text; which of the two is unknown.
    case withinLine
    /// The conflict that it starts contains another one with markers of the same length.
    case nested
    /// The conflict that it starts has this number of sides and of bases, which do not fit together.
    case unbalanced(sides: Int, bases: Int)
    /// It starts a conflict as Perforce writes them, which ends in this line; docmerge does not settle those.
    case perforce(lastLine: Int)
  }

  /// The line, counted from 1.
  public var line: Int

  /// The byte that the marker repeats.
  public var byte: UInt8

  /// The fault.
  public var problem: Problem

  /// Makes a finding about `line`.
  public init(line: Int, byte: UInt8, problem: Problem) {
    self.line = line
    self.byte = byte
    self.problem = problem
  }
}

/// The first finding within a conflict, which then cannot be read.
struct BrokenConflict: Error {
  var finding: MarkerFinding

  init(_ line: MarkerLine, _ problem: MarkerFinding.Problem) {
    finding = MarkerFinding(line: line.index + 1, byte: line.byte, problem: problem)
  }
}
