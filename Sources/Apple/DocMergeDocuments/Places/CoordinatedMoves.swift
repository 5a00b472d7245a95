public import Foundation

/// Moves and deletes documents in turn with other programs, so that open documents follow or close.
public struct CoordinatedMoves: FileAccessCoordination {
  /// Makes a coordination.
  public init() {}

  /// Runs `body` while no other access uses either place, and tells the presenters of the document.
  public func coordinateMove(
    from source: URL, to destination: URL, _ body: (URL, URL) throws -> Void
  ) throws {
    let coordinator = FileCoordinator()
    try coordinator.coordinate(
      writingItemAt: source, options: .forMoving, writingItemAt: destination,
      options: .forReplacing
    ) { old, new in
      try body(old, new)
      coordinator.item(at: old, didMoveTo: new)
    }
  }

  /// Runs `body` once all presenters have closed the document.
  public func coordinateDeletion(of url: URL, _ body: (URL) throws -> Void) throws {
    try FileCoordinator().coordinate(
      writingItemAt: url, options: .forDeleting, byAccessor: body)
  }
}
