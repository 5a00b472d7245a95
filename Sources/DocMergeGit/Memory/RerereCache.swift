import DocMergeCore
import DocMergeResolvers
import DocMergeSystem
import Synchronization

/// Git's memory of conflicts, which `rerere.enabled` turns on: files before and after, without bases.
///
/// The list of conflicts is read once; a resolution, when it is asked for.
final class RerereCache: Sendable {
  /// A file in conflict, as git recorded it.
  private struct Case: Hashable {
    var preimage: String
    var postimage: String
    var date: Int64
  }

  private let repository: GitRepository
  private let cases = Mutex<[ConflictKey: [Case]]?>(nil)

  init(_ repository: GitRepository) {
    self.repository = repository
  }

  /// The decisions for conflicts; of two decisions, the later one.
  func results(for keys: [ConflictKey]) throws -> [ConflictKey: [UInt8]] {
    let known = try cases.withLock { cases in
      let read = try cases ?? readCases()
      cases = read
      return read
    }
    let wanted = Set(keys.flatMap { known[$0] ?? [] })
    let found = try wanted.sorted { ($0.date, $0.postimage) < ($1.date, $1.postimage) }
      .flatMap { wanted in
        guard let before = try RerereCache.bytes(wanted.preimage),
          let after = try RerereCache.bytes(wanted.postimage)
        else { return [RememberedResolution]() }
        return RerereCache.merged(before).decisions(in: after)
      }
    return RememberedResolutions(found).results(for: keys)
  }

  private func readCases() throws -> [ConflictKey: [Case]] {
    let words = ["rev-parse", "--path-format=absolute", "--git-common-dir"]
    let folder = try repository.git.run(words.map { Array($0.utf8) }).line + "/rr-cache"
    var cases: [ConflictKey: [Case]] = [:]
    for id in RerereCache.names(in: folder) {
      for name in RerereCache.names(in: "\(folder)/\(id)") where name.hasPrefix("postimage") {
        let postimage = "\(folder)/\(id)/\(name)"
        let preimage = "\(folder)/\(id)/pre\(name.dropFirst(4))"
        guard let before = try RerereCache.bytes(preimage) else { continue }
        let date = (try? SystemPath(postimage).status())?.modified.seconds ?? 0
        let found = Case(preimage: preimage, postimage: postimage, date: date)
        for key in RerereCache.merged(before).conflictKeys { cases[key, default: []].append(found) }
      }
    }
    return cases
  }

  private static func bytes(_ path: String) throws -> [UInt8]? {
    try WorktreeFile(Array(path.utf8)).contents()?.bytes
  }

  /// A file with conflict markers as a merge; conflicts with more than two sides are not supported.
  private static func merged(_ preimage: [UInt8]) -> Merged {
    let text = ConflictedText(preimage)
    guard text.findings.isEmpty else { return Merged(regions: [], style: .merge) }
    let regions = text.pieces.map { piece -> Region in
      switch piece {
      case .text(let bytes): return .agreed(.init(bytes: bytes, origin: .both))
      case .conflict(let conflict):
        let sides = conflict.sides.prefix(2).map(\.bytes)
        return .conflict(
          .init(
            base: nil, ours: sides[0], theirs: sides[1], lineEnding: conflict.lineEnding))
      }
    }
    return Merged(regions: regions, style: .merge)
  }

  private static func names(in folder: String) -> [String] {
    // Missing without rerere; in a shared repository, some may be readable by others only.
    ((try? SystemPath(folder).names()) ?? []).map { String(decoding: $0, as: UTF8.self) }
      .filter { !$0.hasPrefix(".") }.sorted()
  }
}
