import DocMergeTestSupport
import Foundation

/// A container whose remote is on a server, with the environment that its programs need there.
struct ServedReplica: Sendable {
  let replica: Replica
  var environment: [String: String]

  /// Makes a container that knows the server, or another address, as `home`.
  init(_ name: String, at server: GitServer, url: String? = nil) throws {
    replica = Replica(name)
    environment = server.environment
    try replica.initialize()
    try replica.docmerge("remote", "add", "home", url ?? server.url)
  }

  /// Takes over a folder that is to become a clone.
  init(_ replica: Replica, at server: GitServer) {
    self.replica = replica
    environment = server.environment
  }

  /// The built command, in the container.
  var program: Program {
    var program = replica.program
    program.environment = environment
    return program
  }

  /// Runs the command and counts on its status.
  @discardableResult
  func docmerge(_ words: String..., exits status: Int32 = 0) throws -> Output {
    try program.run(words, exits: status)
  }

  /// What a sync says in JSON.
  func sync(_ words: String..., exits status: Int32 = 0) throws -> SyncJSON {
    try program.run(["sync", "--json"] + words, exits: status).report(SyncJSON.self)
  }

  /// The remotes of `docmerge status --json`.
  func remotes() throws -> [StatusJSON.Remote] {
    try program.run(["status", "--json"]).report(StatusJSON.self).remotes
  }
}

/// What `docmerge sync --json` prints.
struct SyncJSON: Decodable {
  struct Remote: Decodable {
    var name: String
    var url: String
    var state: String
    var reason: String?
    var message: String?
    var received: Int?
    var replicas: Int?
    var isSent: Bool?
    var waiting: Int?
    var refusedDocuments: [String]?
    var problems: [String]
    var warnings: [String]
  }

  var format: String
  var version: Int
  var remotes: [Remote]
  var modified: [String]
  var added: [String]
  var conflicts: [DocumentReport]
}

/// What `docmerge status --json` says of remotes.
struct StatusJSON: Decodable {
  struct Remote: Decodable {
    var name: String
    var url: String
    var met: String?
    var waiting: Int
  }

  var remotes: [Remote]
}
