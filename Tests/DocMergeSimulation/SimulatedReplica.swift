import DocMergeContainer
import DocMergeCore
import DocMergeHistory
import DocMergeObjects
import DocMergeSync
import DocMergeSystem
import DocMergeTestSupport
import DocMergeUpkeep

/// Versions and contents that were reported as safe on a replica.
struct Knowledge: Hashable {
  /// Versions that were heads of documents when an act returned.
  var versions: Set<ObjectID> = []
  /// Contents of files that were in the folder when a save returned.
  var contents: Set<ObjectID> = []

  /// Forgets those that are no longer promised.
  mutating func subtract(_ other: Knowledge) {
    versions.subtract(other.versions)
    contents.subtract(other.contents)
  }
}

/// What led to what a document is on a replica.
struct KnownHistory {
  /// The versions that are here.
  var versions: Set<ObjectID> = []
  /// The versions in force that are not; nothing is known of what led to them.
  var missing: Set<ObjectID> = []
}

/// One copy of a container in a simulation, and what its owner knows.
final class SimulatedReplica {
  let name: String
  let path: String
  private let system: SimulatedSystem
  /// How far its clock is off.
  var skew: Int64 = 0
  /// The remotes that it cannot reach for now, by their numbers.
  var cutOff: Set<Int> = []
  /// Whether contents come to it on demand.
  var isOnDemand = false
  /// Whether its file system keeps execute bits.
  var keepsBits = true
  /// The file that is open in an editor, and what the editor read.
  var editor: (name: String, bytes: [UInt8])?
  var known = Knowledge()
  /// What was written into the folder and not saved yet, by the bytes of the path.
  var unsaved: [[UInt8]: ObjectID] = [:]
  var backups: [Backup] = []
  private var opened: Container?

  /// A copy of the whole folder, with what was known then.
  struct Backup {
    var path: String
    var known: Knowledge
    var unsaved: [[UInt8]: ObjectID]
  }

  init(name: String, path: String, system: SimulatedSystem) {
    self.name = name
    self.path = path
    self.system = system
  }

  /// A file system that keeps no execute bits cannot swap either.
  private var environment: Environment { system.environment(canSwap: keepsBits) }

  /// The container, opened if it is not.
  func container() throws -> Container {
    if let opened { return opened }
    let container = try Container(path: path, environment: environment)
    opened = container
    return container
  }

  /// Makes the container of the folder, and tells what the first save found.
  func create() throws -> SaveReport {
    let (container, report) = try Container.create(
      at: path, computer: name, environment: environment)
    opened = container
    return report
  }

  /// Changes a setting of its repository.
  func configure(_ key: String, to value: String) throws {
    try GitStore(path: "\(path)/.docmerge", environment: environment)
      .setConfiguration(key, to: value)
    close()
  }

  /// Lets go of the container: before another process, or a disaster, changes it.
  func close() { opened = nil }

  /// Notes what an act that returned left behind: all heads are promised to stay from now on.
  func acknowledge() throws {
    for document in try container().documents(includesDeleted: true, includesOutside: true) {
      known.versions.formUnion(document.heads.map(\.id))
    }
  }

  /// Notes that everything in the folder was saved.
  func acknowledgeFolder() {
    known.contents.formUnion(unsaved.values)
    unsaved = [:]
  }

  /// All versions that led to what the documents are now.
  func history() throws -> Set<ObjectID> { Set(try histories().values.flatMap(\.versions)) }

  /// The same for each document.
  func histories() throws -> [DocumentID: KnownHistory] {
    let container = try container()
    var result: [DocumentID: KnownHistory] = [:]
    for document in try container.documents(includesDeleted: true, includesOutside: true) {
      var history = KnownHistory()
      for head in document.heads where try !container.local.hasContents(of: head) {
        history.missing.insert(head.id)
      }
      var waiting = document.heads.map(\.id).filter { !history.missing.contains($0) }
      while let id = waiting.popLast() {
        guard history.versions.insert(id).inserted else { continue }
        waiting += try container.entry(id).parents
      }
      result[document.id] = history
    }
    return result
  }

  // MARK: Telling the parent of a copied process

  /// What a copy of this process tells of this replica at its end.
  var report: [UInt8] {
    var text = ""
    for id in known.versions { text += "version \(id)\n" }
    for id in known.contents { text += "contents \(id)\n" }
    if unsaved.isEmpty { text += "saved\n" }
    return Array(text.utf8)
  }

  /// Takes over the report of a copy of this process, and returns the lines that are not of this kind.
  func takeOver(_ report: [UInt8]) -> [String] {
    var rest: [String] = []
    for line in String(decoding: report, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1)
      switch (words[0], words.count > 1 ? ObjectID(hex: words[1]) : nil) {
      case ("version", let id?): known.versions.insert(id)
      case ("contents", let id?): known.contents.insert(id)
      case ("saved", _): unsaved = [:]
      default: rest.append(String(line))
      }
    }
    return rest
  }
}
