import DocMerge
import DocMergeGit

/// The sources of the conflicts that names on the command line match.
struct ConflictSource {
  /// The current git repository, unless a container is nearer.
  private(set) var git: GitSource?
  /// Paths that git has in conflict.
  private(set) var paths: [GitConflict] = []
  /// Files with conflicts between markers.
  private(set) var markers: [String] = []
  /// Documents of a container.
  private(set) var documents: [String] = []

  /// Finds the source of the conflict for each name.
  ///
  /// Conflicts of git or of a container are resolved there, even if the file has markers. Any other
  /// file with markers is resolved by those; so is a file that is in neither, even if it turns out to
  /// have none.
  static func sort(_ names: [String]) throws -> ConflictSource {
    var source = ConflictSource(git: try GitSource.current())
    let conflicts = try names.isEmpty ? [] : source.git?.repository.conflicts() ?? []
    var seen: Set<[UInt8]> = []
    for name in names {
      if let git = source.git {
        let found = git.find(GivenName(name), in: conflicts)
        source.paths += found.filter { seen.insert($0.path).inserted }
        guard found.isEmpty else { continue }
        guard isFile(name) else {
          throw git.notInConflict(GivenName(name))
        }
        source.markers.append(name)
      } else if try isMarked(name) {
        source.markers.append(name)
      } else {
        source.documents.append(name)
      }
    }
    return source
  }

  private static func isFile(_ name: String) -> Bool {
    Place(name).kind == .file
  }

  /// Whether a file outside of git is to be resolved by its markers.
  private static func isMarked(_ name: String) throws -> Bool {
    guard !name.hasPrefix("id:"), isFile(name) else { return false }
    // In no container, or none that can be read: then its markers are all there is to resolve.
    guard let finder = try? DocumentFinder(), let document = try? finder.document(name) else {
      return true
    }
    return try !document.isInConflict && !ConflictedText(InputFile.read(name)).isClean
  }
}
