/// A marker that makes no sense where it stands.
public struct MarkerFinding: Sendable, Hashable {
  /// What is wrong.
  public enum Problem: Sendable, Hashable {
    /// It belongs to a conflict whose first marker is missing.
    case stray
    /// The conflict that it starts lacks the marker that repeats this byte.
    case unfinished(missing: UInt8)
    /// The conflict has that marker twice.
    case repeated
    /// It stands behind the marker that repeats this byte, and should stand before it.
    case misplaced(after: UInt8)
    /// The line stands in a list of changes, and is none: no blank, `+` or `-` before it, or two in one.
    case unreadable
    /// It stands within the line, behind a part without an ending, or is text: nobody can tell.
    case withinLine
    /// The conflict that it starts has another one of the same length within.
    case nested
    /// The conflict that it starts has so many sides and bases, which do not fit together.
    case unbalanced(sides: Int, bases: Int)
    /// It starts a conflict as Perforce writes them, which ends in this line; nothing here settles it.
    case perforce(lastLine: Int)
  }

  /// The line, counted from 1.
  public var line: Int

  /// The byte that the marker repeats.
  public var byte: UInt8

  /// What is wrong.
  public var problem: Problem

  /// Makes a finding about `line`.
  public init(line: Int, byte: UInt8, problem: Problem) {
    self.line = line
    self.byte = byte
    self.problem = problem
  }
}

/// The first finding within a conflict, which cannot be read then.
struct BrokenConflict: Error {
  var finding: MarkerFinding

  init(_ line: MarkerLine, _ problem: MarkerFinding.Problem) {
    finding = MarkerFinding(line: line.index + 1, byte: line.byte, problem: problem)
  }
}
