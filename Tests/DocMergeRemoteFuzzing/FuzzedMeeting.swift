import DocMergeContainer
import DocMergeCore
import DocMergeObjects
import DocMergeSync
import DocMergeSystem
import DocMergeTestSupport
import DocMergeUpkeep
import Glibc

/// Three real replicas and the repository that they meet at: Anna's, which is attacked, Berta's, which is
/// honest, and Carl's, whose word on the remote is not his own.
package struct FuzzedMeeting {
  /// The folder with the containers, `remote.git` and the files that must stay untouched.
  package let path: String

  /// The documents that Anna saved.
  package static let documents = [
    "a.md": "one\ntwo\n", "Notes/todo.md": "- bread\n", "Notes/café.md": "crème\n",
  ]
  /// What only Berta has.
  package static let honest = (name: "by Berta.md", text: "from Berta\n")

  package var remote: String { "\(path)/remote.git" }
  package var anna: String { "\(path)/Anna" }
  package var berta: String { "\(path)/Berta" }
  package var outside: String { "\(path)/outside" }

  /// Takes a meeting that was made before.
  package init(at path: String) {
    self.path = path
  }

  /// Makes a meeting, the same one each time.
  package static func make(at path: String) throws -> FuzzedMeeting {
    let meeting = FuzzedMeeting(at: path)
    try Libgit2.startWithoutWaiting()
    let environment = Environment.repeated(
      seed: 55, from: Timestamp(seconds: 1_000_000_000, nanoseconds: 0))
    for (name, text) in documents { meeting.write("Anna/\(name)", text) }
    meeting.write("outside/untouched", "nobody writes here\n")
    let replicas = try ["Anna", "Berta", "Carl"].map { name in
      let container = try Container.create(
        at: "\(path)/\(name)", computer: name, environment: environment
      ).container
      try container.remotes.add(Remote(name: "home", url: meeting.remote))
      return container
    }
    for replica in replicas { _ = try replica.sync(with: "home") }
    meeting.write("Berta/\(honest.name)", honest.text)
    try meeting.editAsCarl()
    for replica in replicas.dropFirst() { _ = try replica.sync(with: "home") }
    return meeting
  }

  private func editAsCarl() throws {
    write("Carl/a.md", "one\ntwo, by Carl\n")
    write("Carl/by Carl.md", "from Carl\n")
    write("Carl/trip.textbundle/info.json", "{}\n")
    write("Carl/trip.textbundle/assets/map.txt", "N\n")
    File("\(path)/Carl/link").link(to: "a.md")
    File("\(path)/Carl/Notes/café.md").remove()
    File("\(path)/Carl/Notes/todo.md").move(to: File("\(path)/Carl/Notes/list.md"))
    for name in ["a.md", "by Carl.md", "trip.textbundle/info.json"] {
      File("\(path)/Carl/\(name)").setDate(seconds: 1_100_000_000)
    }
  }

  private func write(_ name: String, _ text: String) {
    let file = File("\(path)/\(name)")
    file.write(Array(text.utf8))
    file.setDate(seconds: 1_000_000_100)
  }

  /// The id of a replica.
  package func replica(_ name: String) throws -> String {
    guard
      let id = try GitStore(path: "\(path)/\(name)/.docmerge").configuration("docmerge.replica")
    else { throw HostileStore.Missing(description: "no replica \(name)") }
    return id
  }

  /// A copy of all of it elsewhere, in which every container is where it always was.
  package func copy(to target: String) throws -> FuzzedMeeting {
    try Program("cp", in: "/").run(["-a", path, target], exits: 0)
    let copy = FuzzedMeeting(at: target)
    for name in ["Anna", "Berta"] {
      let git = GitStore(path: "\(target)/\(name)/.docmerge")
      try git.setConfiguration("remote.home.url", to: copy.remote)
      try git.setConfiguration("docmerge.maxsize", to: "16m")
      try Container.adoptPlace(at: "\(target)/\(name)")
    }
    return copy
  }
}
