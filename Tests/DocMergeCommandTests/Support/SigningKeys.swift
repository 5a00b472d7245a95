import DocMergeTestSupport
import Glibc
import Synchronization

/// Keys that people sign with, and lists of those who may, for one test.
final class SigningKeys: Sendable {
  private let folder = TemporaryFolder()
  private let agent = Mutex<RunningProgram?>(nil)

  /// Where the list of those who may sign is.
  var allowed: String { "\(folder.path)/allowed" }
  /// Where the list of revoked keys is.
  var revoked: String { "\(folder.path)/revoked" }
  /// Where the agent listens, once it runs.
  var socket: String { "\(folder.path)/agent" }

  /// The file of a key, which is made when it is asked for first.
  func key(_ name: String, passphrase: String = "") throws -> String {
    let path = "\(folder.path)/\(name)"
    if File(path).bytes == nil {
      let words = ["-q", "-t", "ed25519", "-N", passphrase, "-C", name, "-f", path]
      try Program("ssh-keygen", in: folder.path).run(words, exits: 0)
    }
    return path
  }

  /// The public half of a key.
  func publicKey(_ name: String) throws -> String {
    (File("\(try key(name)).pub").text ?? "").split(separator: "\n").joined()
  }

  /// Lets these people sign, and no others.
  func allow(_ names: String...) throws {
    let lines = try names.map { "\($0)@example.org \(try publicKey($0))\n" }
    File(allowed).write(Array(lines.joined().utf8))
  }

  /// Takes a key out of use.
  func revoke(_ name: String) throws {
    File(revoked).write(Array("\(try publicKey(name))\n".utf8))
  }

  /// Lets a replica sign what it sends.
  func sign(_ replica: Replica, with name: String) throws {
    try replica.git("config", "docmerge.sign", "true")
    try replica.git("config", "user.signingKey", try key(name))
  }

  /// Lets a replica look who has signed.
  func require(_ replica: Replica, _ policy: String = "require") throws {
    try replica.git("config", "docmerge.verifysignatures", policy)
    try replica.git("config", "gpg.ssh.allowedSignersFile", allowed)
  }

  /// Starts an agent that has a key.
  func startAgent(with name: String) throws {
    let path = try key(name)
    agent.withLock {
      $0 = Program("ssh-agent", in: folder.path).start(["-D", "-a", socket])
    }
    for _ in 0..<5000 where access(socket, F_OK) != 0 { usleep(1000) }
    try Program("ssh-add", in: folder.path, environment: ["SSH_AUTH_SOCK": socket])
      .run(["-q", path], exits: 0)
  }

  deinit {
    guard let agent = agent.withLock({ $0.take() }) else { return }
    kill(agent.id, SIGTERM)
    _ = agent.finish()
  }
}
