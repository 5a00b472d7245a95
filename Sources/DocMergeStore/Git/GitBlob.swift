import DocMergeLibgit2

/// The bytes of a blob where they were unpacked: a large document needs no second copy in memory.
final class GitBlob: Sendable {
  private enum Memory {
    /// An object that `git_odb_read` gave, which never changes, and is counted for all threads.
    case object(OpaquePointer)
    case bytes([UInt8])
  }

  private nonisolated(unsafe) let memory: Memory

  /// Takes over a reference to an object.
  init(_ object: OpaquePointer) { memory = .object(object) }

  init(_ bytes: [UInt8]) { memory = .bytes(bytes) }

  deinit { if case .object(let object) = memory { git_odb_object_free(object) } }

  /// Lends the bytes.
  func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    switch memory {
    case .object(let object):
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
