import DocMergeCore
import DocMergeResolvers
import Glibc

/// Git's memory of conflicts, which `rerere.enabled` turns on: files before and after, without bases.
struct RerereCache {
  /// The folder with a folder for each file in conflict.
  private let folder: String

  init(_ repository: GitRepository) throws {
    let words = ["rev-parse", "--path-format=absolute", "--git-common-dir"]
    folder = try repository.git.run(words.map { Array($0.utf8) }).line + "/rr-cache"
  }

  /// What was decided for each conflict of each file; what was decided later comes later.
  func resolutions() throws -> RememberedResolutions {
    var found: [(date: Int, resolutions: [RememberedResolution])] = []
    for id in RerereCache.names(in: folder) {
      let names = RerereCache.names(in: "\(folder)/\(id)")
      for name in names where name.hasPrefix("postimage") {
        let path = "\(folder)/\(id)/\(name)"
        let before = path.replacing(
          "/postimage", with: "/preimage", subrange: lastName(path), maxReplacements: 1)
        guard let preimage = try WorktreeFile(Array(before.utf8)).contents()?.bytes,
          let postimage = try WorktreeFile(Array(path.utf8)).contents()?.bytes
        else { continue }
        var status = stat()
        let date = stat(path, &status) == 0 ? status.st_mtim.tv_sec : 0
        found.append((date, RerereCache.merged(preimage).decisions(in: postimage)))
      }
    }
    return RememberedResolutions(found.sorted { $0.date < $1.date }.flatMap(\.resolutions))
  }

  private func lastName(_ path: String) -> Range<String.Index> {
    (path.lastIndex(of: "/") ?? path.startIndex)..<path.endIndex
  }

  /// A file with conflict markers as a merge; nothing can be told of conflicts with more than two sides.
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
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }
}
