import DocMergeTestSupport
import Glibc

/// The keys of one person, whose agent ends with it.
final class Keyring: Sendable {
  /// Where it is: short, since gpg-agent listens there.
  let path: String
  /// The person's address, which names the key.
  let person: String

  /// Makes a key.
  init(of name: String, passphrase: String = "") throws {
    var template = Array("/tmp/gpg-XXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? ""
    person = "\(name)@example.org"
    try gpg([
      "--passphrase", passphrase, "--pinentry-mode", "loopback", "--quick-generate-key", person,
      "future-default", "default", "never",
    ])
  }

  deinit {
    endAgent()
    _ = Program("rm", in: "/").run(["-r", "-f", path])
  }

  /// What a program of this person finds in its environment.
  var environment: [String: String] { ["GNUPGHOME": path] }

  /// Learns the keys of others.
  func meet(_ others: Keyring...) throws {
    for other in others { try gpg(["--import"], input: try other.gpg(["--export"]).bytes) }
  }

  /// Has the agent forget all passphrases.
  func endAgent() {
    _ = Program("gpgconf", in: "/", environment: environment).run(["--kill", "all"])
  }

  @discardableResult
  private func gpg(_ words: [String], input: [UInt8] = []) throws -> Output {
    try Program("gpg", in: path, environment: environment)
      .run(["--batch", "--quiet"] + words, exits: 0, input: input)
  }

  /// Whether all is installed that encrypted remotes need.
  static let isUsable =
    access("/usr/bin/git-remote-gcrypt", X_OK) == 0 && access("/usr/bin/gpg", X_OK) == 0
}

/// A replica of a person with keys.
struct KeyedReplica: Sendable {
  let replica: Replica
  let keys: Keyring
  /// What the remote needs of a program's environment.
  var environment: [String: String] = [:]

  /// A folder that is not yet a container.
  init(folder replica: Replica, _ keys: Keyring) {
    (self.replica, self.keys) = (replica, keys)
  }

  /// Makes a container that knows an encrypted remote, which the keys of these people are for.
  init(_ replica: Replica, _ keys: Keyring, at url: String, for people: [Keyring]) throws {
    self.init(folder: replica, keys)
    try replica.initialize()
    let participants = people.flatMap { ["--participant", $0.person] }
    try replica.program.run(["remote", "add", "cloud", url] + participants, exits: 0)
  }

  /// The built command, in the container.
  var program: Program {
    var program = replica.program
    program.environment = keys.environment.merging(environment) { $1 }
    return program
  }

  /// Runs the command and counts on its status.
  @discardableResult
  func docmerge(_ words: String..., exits status: Int32 = 0) throws -> Output {
    try program.run(words, exits: status)
  }

  /// What a sync that fails says.
  func complaint() throws -> String { try docmerge("sync", exits: 2).messages }

  /// The folder of what remotes hold, decrypted.
  var mirrors: File { replica.file(".docmerge/docmerge/encrypted") }
}
