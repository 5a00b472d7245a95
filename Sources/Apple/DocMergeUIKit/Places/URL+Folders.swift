public import Foundation

extension URL {
  /// The user's documents.
  public static var documentsDirectory: URL { folder(.documentDirectory) }

  /// The user's data of programs.
  public static var applicationSupportDirectory: URL { folder(.applicationSupportDirectory) }

  /// The user's caches of programs, which can be made again.
  public static var cachesDirectory: URL { folder(.cachesDirectory) }

  private static func folder(_ directory: FileManager.SearchPathDirectory) -> URL {
    FileManager.default.urls(for: directory, in: .userDomainMask).first ?? homeDirectory
  }
}

/// A bookmark is a path here: it does not follow a file that is moved, and grants no rights.
extension URL {
  /// How a bookmark is made; without effect.
  public struct BookmarkCreationOptions: OptionSet, Sendable, Hashable {
    /// The bits, as in Apple's type.
    public let rawValue: UInt

    /// Makes a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// As small as possible.
    public static let minimalBookmark = BookmarkCreationOptions(rawValue: 1 << 9)
    /// Suitable for a file of its own.
    public static let suitableForBookmarkFile = BookmarkCreationOptions(rawValue: 1 << 10)
    /// With the right to use the file.
    public static let withSecurityScope = BookmarkCreationOptions(rawValue: 1 << 11)
  }

  /// How a bookmark is read; without effect.
  public struct BookmarkResolutionOptions: OptionSet, Sendable, Hashable {
    /// The bits, as in Apple's type.
    public let rawValue: UInt

    /// Makes a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Shows no user interface.
    public static let withoutUI = BookmarkResolutionOptions(rawValue: 1 << 8)
    /// Mounts nothing.
    public static let withoutMounting = BookmarkResolutionOptions(rawValue: 1 << 9)
    /// With the right to use the file.
    public static let withSecurityScope = BookmarkResolutionOptions(rawValue: 1 << 10)
  }

  /// Data that finds the file again, as long as it is not moved.
  ///
  /// - Parameters:
  ///   - options: without effect.
  ///   - keys: without effect.
  ///   - url: without effect.
  /// - Returns: the path.
  /// - Throws: `CocoaError` when there is no file.
  public func bookmarkData(
    options: BookmarkCreationOptions = [],
    includingResourceValuesForKeys keys: Set<URLResourceKey>? = nil, relativeTo url: URL? = nil
  ) throws -> Data {
    guard isFileURL, FileManager.default.fileExists(atPath: path) else {
      throw CocoaError(.fileNoSuchFile, userInfo: [NSURLErrorKey: self])
    }
    return Data(absoluteURL.absoluteString.utf8)
  }

  /// The file of a bookmark.
  ///
  /// - Parameters:
  ///   - data: the result of ``bookmarkData(options:includingResourceValuesForKeys:relativeTo:)``.
  ///   - options: without effect.
  ///   - url: without effect.
  ///   - bookmarkDataIsStale: gets false.
  /// - Throws: `CocoaError` if the data is invalid, or the file does not exist any more.
  public init(
    resolvingBookmarkData data: Data, options: BookmarkResolutionOptions = [],
    relativeTo url: URL? = nil, bookmarkDataIsStale: inout Bool
  ) throws {
    guard let text = String(data: data, encoding: .utf8), let found = URL(string: text),
      found.isFileURL
    else { throw CocoaError(.fileReadCorruptFile) }
    guard FileManager.default.fileExists(atPath: found.path) else {
      throw CocoaError(.fileNoSuchFile, userInfo: [NSURLErrorKey: found])
    }
    bookmarkDataIsStale = false
    self = found
  }
}
