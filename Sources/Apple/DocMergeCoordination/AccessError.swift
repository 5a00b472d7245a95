import DocMergeSystem

/// Why an access failed, or was lost.
package enum AccessError: Error, Sendable {
  /// `cancel()` was called.
  case cancelled
  /// Others did not release the items in the given time.
  case timedOut(holder: Int32?)
  /// Waiting would never end: the others wait for items held here.
  case deadlock
  /// A presenter refused to give way.
  case refused(ReportedError)
  /// The process was stopped for so long that another one took over the claim.
  case claimLost
  /// A call of the system failed.
  case system(action: String, path: ItemPath, code: Int32)

  /// The failure of a call of the system.
  static func system(_ action: String, _ path: ItemPath, _ reason: Errno) -> AccessError {
    .system(action: action, path: path, code: reason.code)
  }

  /// Runs a system call; its error names the operation.
  static func trying<Result: ~Copyable>(
    _ action: String, _ path: ItemPath, _ call: () throws(Errno) -> Result
  ) throws(AccessError) -> Result {
    do throws(Errno) {
      return try call()
    } catch {
      throw .system(action, path, error)
    }
  }
}

extension AccessError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cancelled: "the access was cancelled"
    case .timedOut(let holder):
      holder.map { "timed out: process \($0) is using it" } ?? "timed out"
    case .deadlock: "waiting would never end: the others wait for this process"
    case .refused(let error): error.text
    case .claimLost: "another process took over while this one was stopped"
    case .system(let action, let path, let code):
      "cannot \(action) \(path): \(Errno(code))"
    }
  }
}

/// An error in the form that processes exchange.
package struct ReportedError: Sendable, Hashable {
  package var domain: String
  package var code: Int64
  package var text: String
  /// The process of the error, and its key there.
  package var process: String
  package var token: UInt64

  package init(domain: String, code: Int64, text: String, process: String, token: UInt64) {
    self.domain = domain
    self.code = code
    self.text = text
    self.process = process
    self.token = token
  }
}
