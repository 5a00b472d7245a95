import DocMergeLanguage
import Synchronization

/// Fetches packages and reads their members.
///
/// The program `docmerge-full` has one: it needs shared libraries, with which `docmerge` would start more slowly.
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

  /// The contents of a member of a zip archive.
  ///
  /// - Throws: ``CommandError`` when it is not an archive, or has no such member.
  func member(_ name: String, of archive: [UInt8]) throws -> [UInt8]
}

/// The source of packages in this program.
enum Packages {
  private static let source = Mutex<(any PackageSource)?>(nil)

  /// Sets the source of packages; `nil` for a program without one.
  static func fetch(by packages: (any PackageSource)?) { source.withLock { $0 = packages } }

  /// The source of packages.
  ///
  /// - Throws: ``CommandError`` where there is none.
  static func chosen() throws -> any PackageSource {
    guard let packages = source.withLock({ $0 }) else {
      throw CommandError(description: tr("this program cannot fetch anything: run docmerge"))
    }
    return packages
  }
}
