import DocMergeSystem
import Synchronization

/// The claims of all processes of the user, and the presenters that they have.
package final class ClaimTable: Sendable {
  /// The data of this process.
  struct Own: Sendable {
    var claims: [ClaimID: Claim] = [:]
    /// The last announced renames, for accesses that wait under the old path.
    var moves: [Move] = []
    var number: UInt64 = 0

    mutating func nextID(_ process: String) -> ClaimID {
      number += 1
      return ClaimID(process: process, number: number)
    }
  }

  /// An item that was renamed inside of an access.
  struct Move: Sendable, Hashable {
    var from: ItemPath
    var to: ItemPath
    var ticket: UInt64
  }

  /// The data of the other processes.
  struct Others: Sendable {
    var claims: [Claim] = []
    var moves: [Move] = []
    /// The claims that were taken from stopped processes.
    var broken: Set<String> = []
  }

  let folder: ItemPath
  let me: Participant
  private let own = Mutex(Own())

  private init() throws(AccessError) {
    folder = try RuntimeFolder.open()
    me = try Participant.join(folder)
  }

  private static let shared = Mutex<ClaimTable?>(nil)

  /// The table of this process, which joins the others at the first call.
  package static func current() throws(AccessError) -> ClaimTable {
    try shared.withLock { table throws(AccessError) in
      if let table { return table }
      let new = try ClaimTable()
      table = new
      return new
    }
  }

  /// The name under which others know this process.
  package var process: String { me.id }

  /// Reads all claims and changes those of this process, in one atomic step.
  func change<Result: Sendable>(
    _ body: (inout Own, Others) throws(AccessError) -> Result
  ) throws(AccessError) -> Result {
    try own.withLock { own throws(AccessError) in
      while true {
        let lock = try ClaimFileLock(in: folder)
        lock.enter(me)
        var next = own
        let result = try body(&next, others())
        if next.claims != own.claims || next.moves != own.moves { try publish(next) }
        // After a long stop in between, others continued without the claims published here.
        guard lock.isCurrent else { continue }
        own = next
        return result
      }
    }
  }

  /// Releases a claim.
  ///
  /// Needs no lock: fewer claims never harm.
  ///
  /// - Returns: whether it was still valid.
  @discardableResult
  func remove(_ id: ClaimID) -> Bool {
    own.withLock { own in
      own.claims[id] = nil
      // Without a writable folder no other process could read it.
      try? publish(own)
    }
    let mark = folder.appending("\(id).broken".utf8)
    return (try? mark.system.removeFile()) == nil
  }

  /// Takes a claim from a stopped process.
  func takeAway(_ id: ClaimID) {
    let mark = folder.appending("\(id).broken".utf8)
    _ = try? OpenFile(mark.system, for: .writing, .makes, permissions: 0o600)
  }

  /// The claims of this process that are held.
  package var held: [ClaimID] {
    own.withLock { $0.claims.values.filter { $0.phase == .held }.map(\.id) }
  }

  /// How many claims this process has, held or waiting.
  package var count: Int { own.withLock { $0.claims.count } }

  /// The items that are being written now, in any process.
  package func written() throws(AccessError) -> [ItemPath] {
    try change { own, others in
      (others.claims + own.claims.values).filter { $0.phase == .held }.flatMap(\.items)
        .filter(\.isWriting).map(\.path)
    }
  }

  private func publish(_ own: Own) throws(AccessError) {
    var fields = Fields()
    fields.put(own.claims.values) { $0.put($1) }
    fields.put(own.moves) { fields, move in
      fields.put(move.from)
      fields.put(move.to)
      fields.put(move.ticket)
    }
    try SmallFile.replace(me.file("claims"), with: fields.bytes)
  }

  // MARK: The others

  /// The live processes that have files of these names; the files of dead ones are removed.
  func participants(in names: [String]) -> [Participant] {
    var alive: [Participant] = []
    for name in names where name.hasSuffix(".alive") {
      let participant = Participant(id: String(name.dropLast(6)), folder: folder)
      if participant.id == me.id || participant.isAlive {
        alive.append(participant)
        continue
      }
      for name in names where name.hasPrefix("\(participant.id).") {
        try? folder.appending(name.utf8).system.removeFile()
      }
    }
    return alive
  }

  /// - Throws: why claims cannot be read: two processes could hold one item.
  private func others() throws(AccessError) -> Others {
    let found = try AccessError.trying("read", folder) { () throws(Errno) in
      try folder.system.names()
    }
    let names = found.map { String(decoding: $0, as: UTF8.self) }
    let alive = participants(in: names)
    var others = Others()
    others.broken = Set(names.filter { $0.hasSuffix(".broken") }.map { String($0.dropLast(7)) })
    for participant in alive where participant.id != me.id {
      let file = participant.file("claims")
      let bytes: [UInt8]
      do throws(Errno) {
        bytes = try OpenFile(file.system).readAll()
      } catch {
        // A process has none before its first claim, nor once it has ended.
        guard error == .noSuchFile else { throw .system("read", file, error) }
        continue
      }
      var fields = Fields(bytes: bytes)
      // Only another version of docmerge writes claims of another form.
      guard let claims = try? fields.list({ try $0.claim() }),
        let moves = try? fields.list({
          Move(from: try $0.path(), to: try $0.path(), ticket: try $0.number())
        })
      else { continue }
      others.claims += claims.filter { !others.broken.contains("\($0.id)") }
      others.moves += moves
    }
    return others
  }
}

/// The names in a folder.
package enum FolderNames {
  /// The names as bytes, without `.` and `..`; none when it cannot be read.
  package static func read(_ folder: ItemPath) -> [[UInt8]] {
    (try? folder.system.names()) ?? []
  }
}
