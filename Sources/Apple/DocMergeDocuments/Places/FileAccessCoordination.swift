public import Foundation

/// Announces moves and deletions of documents, and waits until other programs allow them.
///
/// The code here that moves and deletes documents uses it first, so that open documents save, follow or close:
/// ``CoordinatedMoves`` by default, another one with ``UbiquityContainers/coordination``.
public protocol FileAccessCoordination: Sendable {
  /// Runs `body` while no other access uses either place.
  ///
  /// - Parameters:
  ///   - source: the URL of the document.
  ///   - destination: the new URL.
  ///   - body: moves it; gets both URLs, which may have changed while waiting.
  /// - Throws: the errors of `body`, or why access was not granted.
  func coordinateMove(
    from source: URL, to destination: URL, _ body: (URL, URL) throws -> Void) throws

  /// Runs `body` once all presenters have closed the document.
  ///
  /// - Parameters:
  ///   - url: the URL of the document.
  ///   - body: deletes it; gets its URL, which may have changed while waiting.
  /// - Throws: the errors of `body`, or why access was not granted.
  func coordinateDeletion(of url: URL, _ body: (URL) throws -> Void) throws
}

/// No coordination: for programs in which no document is open.
public struct UncoordinatedAccess: FileAccessCoordination {
  /// Makes a value.
  public init() {}

  /// Runs `body` at once.
  public func coordinateMove(
    from source: URL, to destination: URL, _ body: (URL, URL) throws -> Void
  ) throws {
    try body(source, destination)
  }

  /// Runs `body` at once.
  public func coordinateDeletion(of url: URL, _ body: (URL) throws -> Void) throws {
    try body(url)
  }
}

/// Why a document cannot be moved into or out of a container.
public enum PlaceError: Error, Sendable, Hashable {
  /// The item, or its new place, is in no container.
  case notInContainer(URL)
  /// The item, or its new place, is in a container already.
  case inContainer(URL)
  /// No container has this identifier.
  case noSuchContainer(String)
  /// The identifier cannot be the name of a folder.
  case invalidIdentifier(String)
  /// Its contents must stay here, for this reason.
  case mustStay(URL, reason: String)
  /// No remote has it, or its container has no remote.
  case onNoRemote(URL)
  /// A remote of its container cannot be reached now, for this reason.
  case offline(URL, reason: String)
  /// Linux has no service for it.
  case unsupported(String)
}

extension PlaceError: CustomStringConvertible {
  /// One sentence that describes the problem.
  public var description: String {
    switch self {
    case .notInContainer(let url): "\(url.path) is not in a container"
    case .inContainer(let url): "\(url.path) is in a container"
    case .noSuchContainer(let name): "no container is called \(name)"
    case .invalidIdentifier(let name): "no container can be called \(name)"
    case .mustStay(let url, let reason): "\(url.path) stays: it \(reason)"
    case .onNoRemote(let url): "\(url.path) is on no remote"
    case .offline(_, let reason): reason
    case .unsupported(let what): "\(what) is not supported"
    }
  }
}

extension PlaceError: LocalizedError {
  /// The same sentence.
  public var errorDescription: String? { description }
}
