import Synchronization

/// What fetches packages and looks into them.
///
/// The program `docmerge-full` has it: it needs shared libraries, with which `docmerge` would start slower.
package protocol PackageSource: Sendable {
  /// Fetches the bytes at an address.
  ///
  /// - Parameters:
  ///   - address: The address, or the path of a file.
  ///   - limit: The most bytes that it may have.
  ///   - progress: Called with the number of bytes received so far.
  /// - Returns: its bytes.
  /// - Throws: ``CommandError`` when it cannot be fetched, or is larger.
  func bytes(
    at address: String, limit: Int, progress: @escaping @Sendable (Int) -> Void
  ) throws -> [UInt8]

  /// What a member of a zip archive holds.
  ///
  /// - Throws: ``CommandError`` when it is no archive, or has no such member.
  func member(_ name: String, of archive: [UInt8]) throws -> [UInt8]
}

/// What fetches packages in this program.
enum Packages {
  private static let source = Mutex<(any PackageSource)?>(nil)

  /// Says what fetches packages; `nil` where nothing does.
  static func fetch(by packages: (any PackageSource)?) { source.withLock { $0 = packages } }

  /// What fetches packages.
  ///
  /// - Throws: ``CommandError`` where nothing does.
  static func chosen() throws -> any PackageSource {
    guard let packages = source.withLock({ $0 }) else {
      throw CommandError(description: "this program cannot fetch anything: run docmerge")
    }
    return packages
  }
}
