import Dispatch
import DocMergeCore
import DocMergeObjects
import Synchronization

/// A reference of a server that only one replica can make, held as long as it is renewed.
///
/// It is another object every half minute: what does not change for some minutes belongs to nobody alive.
final class ServerLock: Sendable {
  /// Runs git's words at the server; `false` where that refused.
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
  ///   - id: the object that it is.
  ///   - address: the address for git.
  ///   - git: where its objects are made.
  ///   - run: runs git.
  init(_ id: ObjectID, at address: String, git: GitStore, run: @escaping Run) {
    (self.address, self.git, self.run) = (address, git, run)
    current = Mutex(id)
    DispatchQueue.global().async { [self] in
      while end.wait(timeout: .now() + ServerLock.interval) == .timedOut { renew() }
      ended.signal()
    }
  }

  /// What the reference is when nobody holds it, on a server that lets nobody remove one: an empty object.
  package static func free(in git: GitStore) throws -> ObjectID {
    var batch = ObjectBatch()
    let id = try batch.add(GitObject(kind: .blob, bytes: []))
    try batch.flush(into: git)
    return id
  }

  /// Makes an object that nobody else has.
  static func newObject(in git: GitStore) throws -> ObjectID {
    var batch = ObjectBatch()
    let key = (0..<16).map { _ in UInt8.random(in: 0...255) }
    let id = try batch.add(GitObject(kind: .blob, bytes: key))
    try batch.flush(into: git)
    return id
  }

  private func renew() {
    let old = current.withLock { $0 }
    // Without it the next one tries; in the end somebody may take the lock, which is looked for after each push.
    guard let new = try? ServerLock.newObject(in: git),
      run(GitWords.renew(old, by: new, at: address))
    else { return }
    current.withLock { $0 = new }
  }

  /// Lets go of it.
  ///
  /// Where that fails, others wait until it counts as dead.
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
