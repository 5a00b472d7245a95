import DocMerge
import Glibc

/// Where the conflict lies that a name on the command line means.
enum ConflictSource {
  /// In a container: the name is a document's.
  case container
  /// In the file itself, between markers.
  case markers

  /// Tells by the name, and by what lies there.
  ///
  /// A document in conflict is one whatever its text looks like. Any other file with markers is
  /// resolved by those; so is a file that is in no container, even if it turns out to have none.
  static func of(_ name: String) throws -> ConflictSource {
    var status = stat()
    guard !name.hasPrefix("id:"), stat(name, &status) == 0, status.st_mode & S_IFMT == S_IFREG
    else { return .container }
    guard let finder = try? DocumentFinder(), let document = try? finder.document(name) else {
      return .markers
    }
    guard !document.isInConflict else { return .container }
    return ConflictedText(try InputFile.read(name)).isClean ? .container : .markers
  }
}
