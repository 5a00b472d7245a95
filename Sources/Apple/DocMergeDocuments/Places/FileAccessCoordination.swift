public import Foundation

/// Who tells others that a document moves or goes, and waits until they let it.
///
/// What moves and deletes documents here asks one of these first, so that open documents save, follow
/// or close: ``CoordinatedMoves`` by default, anything else by ``UbiquityContainers/coordination``.
public protocol FileAccessCoordination: Sendable {
  /// Runs `body` while nobody else uses either place.
  ///
  /// - Parameters:
  ///   - source: where the document lies.
  ///   - destination: where it is to lie.
  ///   - body: moves it; gets both places, which may have changed while waiting.
  /// - Throws: what `body` throws, or why access was not given.
  func coordinateMove(
    from source: URL, to destination: URL, _ body: (URL, URL) throws -> Void) throws

  /// Runs `body` once everybody has closed the document.
  ///
  /// - Parameters:
  ///   - url: where the document lies.
  ///   - body: deletes it; gets its place, which may have changed while waiting.
  /// - Throws: what `body` throws, or why access was not given.
  func coordinateDeletion(of url: URL, _ body: (URL) throws -> Void) throws
}

/// No coordination: for programs in which no document is open.
public struct UncoordinatedAccess: FileAccessCoordination {
  /// Makes one.
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
  /// The place where it is to lie is in no container.
  case notInContainer(URL)
  /// It is in a container already, or the place where it is to lie is.
  case inContainer(URL)
  /// No container has this identifier.
  case noSuchContainer(String)
  /// The identifier cannot be the name of a folder.
  case invalidIdentifier(String)
  /// Its contents must stay here, for this reason.
  case mustStay(URL, reason: String)
  /// No remote has it, or its container has none.
  case onNoRemote(URL)
  /// A remote of its container cannot be reached now, for this reason.
  case offline(URL, reason: String)
  /// Linux has no service for it.
  case unsupported(String)
}

extension PlaceError: CustomStringConvertible {
  /// One sentence that says what is wrong.
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
