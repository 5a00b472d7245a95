import Glibc

/// A folder in which copies of a container meet: one bare repository, any number of replicas.
package struct Meeting: Sendable {
  private let folder = TemporaryFolder()

  package init() {}

  /// The bare repository; made by the first sync.
  package var remote: String { "\(folder.path)/remote.git" }

  /// A container with a name, not yet made.
  package func folder(_ name: String) -> Replica { Replica(name, in: folder) }

  /// An empty container that knows the remote.
  package func replica(_ name: String) throws -> Replica {
    let replica = folder(name)
    try replica.initialize()
    try replica.docmerge("remote", "add", "home", remote)
    return replica
  }

  /// Replicas that all have the documents of the first, in sync.
  package func replicas(_ names: String..., documents: [String: String]) throws -> [Replica] {
    let replicas = try names.map(replica)
    for (name, text) in documents { replicas[0].write(name, text) }
    for replica in replicas { try replica.docmerge("sync") }
    return replicas
  }

  /// git on the bare repository.
  package func git(_ words: String...) -> Output {
    Program("git", in: folder.path).run(["--git-dir=\(remote)"] + words)
  }
}

/// A container that the built command works on, as a person would.
package struct Replica: Sendable {
  /// The name of the computer, and of the person.
  package let name: String
  /// The folder with the documents.
  package let path: String
  private let folder: TemporaryFolder

  package init(_ name: String = "A", in folder: TemporaryFolder = TemporaryFolder()) {
    self.name = name
    self.folder = folder
    path = "\(folder.path)/\(name)"
    mkdir(path, 0o777)
  }

  /// A container at a path that is there already.
  package init(_ name: String, at path: String) {
    self.name = name
    self.path = path
    folder = TemporaryFolder()
  }

  /// Makes a container of the folder.
  package func initialize() throws {
    try docmerge("init", "--replica-name", name)
    setPerson()
  }

  /// Makes a container of what was sent to a remote; its contents come when they are asked for.
  package func clone(
    _ url: String, environment: [String: String] = [:], exits status: Int32 = 0
  ) throws {
    var program = program
    program.environment = environment
    try program.run(["clone", "--on-demand", "--replica-name", name, url, "."], exits: status)
    setPerson()
  }

  private func setPerson() {
    let person = "[user]\n\tname = Person \(name)\n\temail = \(name)@example.org\n"
    let config = file(".docmerge/config")
    config.write((config.bytes ?? []) + person.utf8)
  }

  // MARK: Programs

  /// The built command, in the container.
  package var program: Program { Program(Replica.command, in: path) }

  /// Runs the command and counts on its status.
  @discardableResult
  package func docmerge(
    _ words: String..., exits status: Int32 = 0, input: [UInt8] = []
  ) throws -> Output {
    try program.run(words, exits: status, input: input)
  }

  /// Runs git on the container's repository and counts on success.
  @discardableResult
  package func git(_ words: String...) throws -> Output {
    try Program("git", in: path).run(["--git-dir=.docmerge"] + words, exits: 0)
  }

  /// Runs a line of the shell in the container.
  @discardableResult
  package func shell(_ line: String) throws -> Output {
    try Program("sh", in: path).run(["-c", line], exits: 0)
  }

  /// What the tests were built beside.
  package static let command: String = {
    let built = realpath("/proc/self/exe", nil).map { real in
      defer { free(real) }
      return String(cString: real)
    }
    let beside = (built ?? "").split(separator: "/").dropLast().joined(separator: "/")
    let path = "/\(beside)/docmerge"
    if access(path, X_OK) == 0 { return path }
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return "/\(package)/.build/debug/docmerge"
  }()

  // MARK: Documents

  package func file(_ name: String) -> File { File("\(path)/\(name)") }

  /// Writes a document as an editor would; `date` says when it was changed last.
  package func write(_ name: String, _ text: String, date: Int? = nil) {
    file(name).write(Array(text.utf8))
    if let date { file(name).setDate(seconds: date) }
  }

  /// Writes a document and saves it; the status is 1 when it is in conflict.
  package func save(
    _ name: String, _ text: String, date: Int? = nil, exits status: Int32 = 0
  ) throws {
    write(name, text, date: date)
    try docmerge("save", exits: status)
  }

  package func read(_ name: String) -> String? { file(name).text }

  /// The whole folder but the repository: contents by path, links with an arrow.
  package var contents: [String: String] {
    var result: [String: String] = [:]
    var waiting = [""]
    while let folder = waiting.popLast() {
      for name in file(folder).names where folder + name != ".docmerge" {
        let child = file(folder + name)
        if let target = child.target {
          result[folder + name] = "-> \(target)"
        } else if let text = child.text {
          result[folder + name] = text
        } else {
          waiting.append("\(folder)\(name)/")
        }
      }
    }
    return result
  }
}
