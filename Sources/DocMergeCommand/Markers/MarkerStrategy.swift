import DocMerge
import DocMergeLanguage

/// The strategy for each conflict between markers.
enum MarkerStrategy {
  /// One of the sides, counted from 0.
  case side(Int)
  /// The last side, if there are two.
  case theirs
  /// The base of the sides.
  case base
  /// All sides in sequence.
  case union
  /// The result of a merge, if it is clean.
  case merge(ThreeWayMerge)

  /// Whether it shows that a person has looked at the conflict.
  var isDecision: Bool {
    switch self {
    case .side, .theirs, .base: true
    case .union, .merge: false
    }
  }

  /// The resolution of a conflict, or why there is none.
  enum Outcome {
    case settled([UInt8])
    case left(String)
  }

  /// Its name in messages.
  var name: String {
    switch self {
    case .side(let index): index == 0 ? "ours" : "@\(index + 1)"
    case .theirs: "theirs"
    case .base: "base"
    case .union: "both"
    case .merge: "merge"
    }
  }

  /// The strategy for a value of `--keep`.
  init?(version: String) {
    let word = version.hasPrefix("@") ? String(version.dropFirst()) : version
    if word == "base" {
      self = .base
    } else if word == "current" {
      self = .side(0)
    } else if let number = Int(word), number > 0, number < 1000 {
      self = .side(number - 1)
    } else {
      return nil
    }
  }

  /// Its outcome for one conflict.
  func outcome(of conflict: MarkedConflict) throws -> Outcome {
    switch self {
    case .side(let index):
      guard conflict.sides.indices.contains(index) else {
        return .left(tr("it has no @\(index + 1)"))
      }
      return .settled(Array(conflict.sides[index].bytes))
    case .theirs:
      guard conflict.sides.count == 2 else {
        return .left(tr("it has \(conflict.sides.count) sides: take one with --keep @2"))
      }
      return .settled(Array(conflict.sides[1].bytes))
    case .base:
      guard let base = conflict.base else {
        return .left(
          conflict.bases.isEmpty
            ? tr("its markers show no base") : tr("its sides have different bases"))
      }
      return .settled(Array(base.bytes))
    case .union: return .settled(conflict.union)
    case .merge(let merging): return try merged(conflict, merging)
    }
  }

  private func merged(
    _ conflict: MarkedConflict, _ merging: ThreeWayMerge
  ) throws -> Outcome {
    guard conflict.bases.isEmpty || conflict.base != nil else {
      return .left(tr("its sides have different bases"))
    }
    // Ours counts as the oldest side, so that the merge has it first.
    func side(_ part: MarkedConflict.Part, _ number: Int) -> Conflict.Side {
      let date = Timestamp(seconds: Int64(number), nanoseconds: 0)
      let bytes = Array(part.bytes)
      return Conflict.Side(id: "@\(number)", kind: .file(isExecutable: false), date: date) { bytes }
    }
    let attempt = try merging.attempt(
      Conflict(
        path: "", base: conflict.base.map { side($0, 0) },
        sides: conflict.sides.enumerated().map { side($1, $0 + 1) }))
    switch attempt {
    case .clean(let resolution):
      guard case .contents(let bytes, _) = resolution.outcome else { break }
      return .settled(bytes)
    case .refused(let reason): return .left(MergeWords.reason(reason))
    case .conflicts(let merge):
      let regions = counted(merge.merged.conflicts.count, "region")
      return .left(
        conflict.bases.isEmpty
          ? tr("\(regions) changed on both sides, and its markers show no base")
          : tr("\(regions) changed on both sides"))
    }
    return .left(tr("it is not merged"))
  }
}
