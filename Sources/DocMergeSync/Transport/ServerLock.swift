import Dispatch
import DocMergeCore
import DocMergeObjects
import Synchronization

/// A reference of a server that only one replica can make, held as long as it is renewed.
///
/// It gets a new value every half minute: a lock that does not change for some minutes belongs to a dead process.
final class ServerLock: Sendable {
  /// Runs a git command at the server; `false` if the server refused.
  package typealias Run = @Sendable (_ words: [String]) -> Bool

  private let address: String
  private let git: GitStore
  private let run: Run
  private let current: Mutex<ObjectID>
  private let end = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  private static let interval = DispatchTimeInterval.seconds(30)

  /// Takes over a lock that was just made.
  ///
  /// - Parameters:
  ///   - id: the value of the lock.
  ///   - address: the address for git.
  ///   - git: the repository for its objects.
  ///   - run: runs git.
  init(_ id: ObjectID, at address: String, git: GitStore, run: @escaping Run) {
    (self.address, self.git, self.run) = (address, git, run)
    current = Mutex(id)
    DispatchQueue.global().async { [self] in
      while end.wait(timeout: .now() + ServerLock.interval) == .timedOut { renew() }
      ended.signal()
    }
  }

  /// The value of a free lock, on a server that does not allow to remove a reference: an empty object.
  package static func free(in git: GitStore) throws -> ObjectID {
    var batch = ObjectBatch()
    let id = try batch.add(GitObject(kind: .blob, bytes: []))
    try batch.flush(into: git)
    return id
  }

  /// Makes an object that exists nowhere else.
  static func newObject(in git: GitStore) throws -> ObjectID {
    var batch = ObjectBatch()
    let key = (0..<16).map { _ in UInt8.random(in: 0...255) }
    let id = try batch.add(GitObject(kind: .blob, bytes: key))
    try batch.flush(into: git)
    return id
  }

  private func renew() {
    let old = current.withLock { $0 }
    // The next attempt follows; in the end another process may take the lock, which is checked after each push.
    guard let new = try? ServerLock.newObject(in: git),
      run(GitWords.renew(old, by: new, at: address))
    else { return }
    current.withLock { $0 = new }
  }

  /// Releases the lock.
  ///
  /// If that fails, others wait until it counts as dead.
  package func release() {
    end.signal()
    ended.wait()
    let id = current.withLock { $0 }
    guard !run(GitWords.unlock(id, at: address)), let free = try? ServerLock.free(in: git) else {
      return
    }
    _ = run(GitWords.renew(id, by: free, at: address))
  }
}
