import DocMergeCore
package import DocMergeObjects
package import DocMergeSystem
import Glibc

/// Finds identities; never fails.
package enum IdentitySource {
  package static let replicaKey = "docmerge.replica"
  package static let computerKey = "docmerge.computer"
  static let homeKey = "docmerge.home"

  /// The person in git's environment or configuration, or else of the login.
  package static func person(_ git: GitStore) throws(GitError) -> Person {
    let configured = (
      name: try git.configuration("user.name"), email: try git.configuration("user.email")
    )
    let name = environment("GIT_AUTHOR_NAME") ?? configured.name ?? ""
    let email = environment("GIT_AUTHOR_EMAIL") ?? configured.email ?? ""
    // The list of users may be on a server.
    if !name.isEmpty, !email.isEmpty { return Person(name: name, email: email) }
    let login = login()
    return Person(
      name: name.isEmpty ? login.name : name,
      email: email.isEmpty ? "\(login.user)@\(hostName())" : email)
  }

  /// The computer's name.
  package static func hostName() -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "computer" }
    let name = String(
      decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return name.isEmpty ? "computer" : name
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  private static func login() -> (user: String, name: String) {
    if let account = Account.current { return (account.user, account.name) }
    let user = environment("USER") ?? environment("LOGNAME") ?? ""
    return user.isEmpty ? ("user\(getuid())", "user\(getuid())") : (user, user)
  }

  /// A mark that tells a container's repository from a copy of it: the machine, and the inodes of the folder and of the
  /// index, which is changed in place for as long as it exists, and never replaced.
  ///
  /// A copied folder must not continue as the replica that it was copied from: two writers of one replica's history
  /// would undo each other's work. The same holds for a folder whose files were restored.
  package static func home(of repository: SystemPath) throws -> String {
    guard let status = try FileStatus.of(repository) else {
      throw FileError("look at", repository, code: ENOENT)
    }
    // A system without the file has one mark less; any other failure must not look like another system.
    let hasName = access("/etc/machine-id", F_OK) == 0
    let machine = hasName ? try Files.readUnsized("/etc/machine-id") : []
    let id = String(decoding: machine.prefix(32).filter { $0 > 0x20 }, as: UTF8.self)
    let index = try FileStatus.of(repository.appending("\(Container.privateName)/index".utf8))
    return ([id.isEmpty ? "unknown" : id] + [status, index].compactMap { $0?.mark })
      .joined(separator: "-")
  }
}

extension FileStatus {
  /// A mark that no other file or folder of the computer has, now or later.
  fileprivate var mark: String { "\(inode)-\(born.nanoseconds)" }
}
