import DocMergeLibgit2

/// The bytes of a blob where they were unpacked: a large document needs no second copy in memory.
package final class GitBlob {
  private enum Memory {
    /// An object from `git_odb_read`, which never changes, and is counted for all threads.
    case object(OpaquePointer)
    case bytes([UInt8])
  }

  private let memory: Memory

  /// Takes over an object; `nil` if there is none at the address.
  init?(objectAt address: UInt) {
    guard let object = OpaquePointer(bitPattern: address) else { return nil }
    memory = .object(object)
  }

  init(_ bytes: [UInt8]) { memory = .bytes(bytes) }

  deinit { if case .object(let object) = memory { git_odb_object_free(object) } }

  /// Lends the bytes.
  package func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    switch memory {
    case .object(let object):
      // The bytes live as long as the object.
      defer { withExtendedLifetime(self) {} }
      return try body(
        UnsafeRawBufferPointer(
          start: git_odb_object_data(object), count: git_odb_object_size(object)))
    case .bytes(let bytes):
      let outcome = bytes.withUnsafeBytes { buffer in
        Swift.Result { () throws(Failure) in try body(buffer) }
      }
      return try outcome.get()
    }
  }
}
