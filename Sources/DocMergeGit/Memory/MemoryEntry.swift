public import DocMergeCore
public import DocMergeResolvers

/// What the memory of a repository has for one conflict.
public struct MemoryEntry: Sendable, Hashable {
  /// What it is found by.
  public var key: ConflictKey
  /// What was decided; `nil` when it was forgotten, which other clones learn, too.
  public var resolution: RememberedResolution?
  /// When it was decided or forgotten, in whole seconds.
  public var date: Timestamp
  /// The path that it was decided at first.
  public var path: [UInt8]
  /// What somebody else, or somebody before, had made of the same conflict.
  public var earlier: [UInt8]?

  /// The newer of two entries for the same conflict; what the other one had is kept beside it.
  ///
  /// Of two from the same second one is chosen alike everywhere.
  func joined(with other: MemoryEntry) -> MemoryEntry {
    var winner = precedes(other) ? other : self
    let loser = precedes(other) ? self : other
    guard winner.resolution != nil else { return winner }
    if let result = loser.resolution?.result, result != winner.resolution?.result {
      winner.earlier = result
    } else {
      winner.earlier = winner.earlier ?? loser.earlier
    }
    // Where it was decided first.
    if loser.resolution != nil, loser.date < winner.date { winner.path = loser.path }
    return winner
  }

  private func precedes(_ other: MemoryEntry) -> Bool {
    if date != other.date { return date < other.date }
    guard let ours = resolution?.result else { return false }
    guard let theirs = other.resolution?.result else { return true }
    return ours.lexicographicallyPrecedes(theirs)
  }
}

extension MemoryEntry {
  /// The files of an entry in the tree of the memory.
  enum Part: String, CaseIterable {
    case about, base, ours, theirs, result, earlier
  }

  /// The folder of an entry, with two levels as git has them for objects.
  static func folder(of key: ConflictKey) -> String {
    "\(key.description.prefix(2))/\(key.description.dropFirst(2))"
  }

  /// The contents of its files.
  var parts: [(Part, [UInt8])] {
    let about = Array("date \(date.seconds)\npath ".utf8) + path
    let all: [(Part, [UInt8]?)] = [
      (.about, about), (.base, resolution?.base), (.ours, resolution?.ours),
      (.theirs, resolution?.theirs), (.result, resolution?.result), (.earlier, earlier),
    ]
    return all.compactMap { part, bytes in bytes.map { (part, $0) } }
  }

  /// Reads an entry; `nil` if it is not what its key says.
  init?(key: ConflictKey, parts: [Part: [UInt8]]) {
    guard let about = parts[.about], let end = about.firstIndex(of: UInt8(ascii: "\n")) else {
      return nil
    }
    let date = String(decoding: about[..<end], as: UTF8.self).split(separator: " ")
    let rest = about[(end + 1)...]
    guard date.count == 2, date[0] == "date", let seconds = Int64(date[1]),
      rest.starts(with: "path ".utf8)
    else { return nil }
    self.key = key
    self.date = Timestamp(seconds: seconds)
    path = Array(rest.dropFirst(5))
    earlier = parts[.earlier]
    guard let ours = parts[.ours], let theirs = parts[.theirs], let result = parts[.result] else {
      resolution = nil
      return
    }
    let found = RememberedResolution(
      base: parts[.base], ours: ours, theirs: theirs, result: result)
    guard found.key == key else { return nil }
    resolution = found
  }
}
