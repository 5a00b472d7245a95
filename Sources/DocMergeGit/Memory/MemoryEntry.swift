public import DocMergeCore
public import DocMergeResolvers

/// An entry of the memory of a repository for one conflict.
public struct MemoryEntry: Sendable, Hashable {
  /// Its key.
  public var key: ConflictKey
  /// The decision; `nil` when it was forgotten, which is sent to other clones, too.
  public var resolution: RememberedResolution?
  /// The date of the decision, or of forgetting it, in whole seconds.
  public var date: Timestamp
  /// A path at which it was decided: the first in the order of bytes.
  public var path: [UInt8]
  /// An earlier or different result for the same conflict: the last in the order of bytes.
  public var earlier: [UInt8]?

  /// The newer of two entries for the same conflict; the result of the other one is kept beside it.
  ///
  /// All clones choose the same one, whichever they have first; joining it again changes nothing.
  func joined(with other: MemoryEntry) -> MemoryEntry {
    var winner = precedes(other) ? other : self
    if other.path.lexicographicallyPrecedes(path) {
      winner.path = other.path
    } else {
      winner.path = path
    }
    guard let chosen = winner.resolution?.result else {
      winner.earlier = nil
      return winner
    }
    let results = [self, other].flatMap { [$0.resolution?.result, $0.earlier] }.compactMap { $0 }
    winner.earlier = results.filter { $0 != chosen }.max { $0.lexicographicallyPrecedes($1) }
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

  /// Reads an entry; `nil` if it does not match its key.
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
