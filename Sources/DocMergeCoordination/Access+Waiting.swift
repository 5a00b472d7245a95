import DocMergePOSIX

extension Access {
  /// Waits on this thread until the access is granted; runs `meanwhile` again and again.
  package func wait(meanwhile: () -> Void = {}) throws(AccessError) {
    while try !step() {
      meanwhile()
      // An answer ends the pause; so does a signal, which does no harm.
      docmerge_wait(files, Int32(files.count), Int64(pause))
    }
  }

  /// Waits, runs `body` with the places of the items, and ends the access.
  ///
  /// - Throws: ``AccessError`` and what `body` throws.
  package func run<Result>(_ body: ([ItemPath]) throws -> Result) throws -> Result {
    try wait()
    let result: Result
    do {
      result = try body(paths)
    } catch {
      try? finish()
      throw error
    }
    try finish()
    return result
  }

  /// Waits in a task until the access is granted.
  package func wait() async throws {
    try await withTaskCancellationHandler {
      while try !step() {
        // A task that is cancelled does not sleep; the next step notices.
        try? await Task.sleep(nanoseconds: pause)
      }
    } onCancel: {
      cancel()
    }
  }
}
