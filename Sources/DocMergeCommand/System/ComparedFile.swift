import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// One of two files, or folders, that are compared; the name need not be text.
struct ComparedFile {
  private let path: [UInt8]

  init(_ path: String) { self.path = Array(path.utf8) }

  private init(path: [UInt8]) { self.path = path }

  /// The file of a name in this folder.
  func appending(_ name: [UInt8]) -> ComparedFile {
    ComparedFile(path: path + [UInt8(ascii: "/")] + name)
  }

  /// Whether the name means no file.
  var isAbsent: Bool { path == Array("/dev/null".utf8) }

  /// Whether it is a folder, or a link to one.
  var isFolder: Bool { Place(path).kind == .folder }

  /// The bytes of a file; the target of a link that leads to no file; `nil` if absent.
  ///
  /// git puts links to the files of the working tree into a folder that it passes.
  func contents() throws -> [UInt8]? {
    if isAbsent { return nil }
    let place = Place(path)
    let own = SystemPath(bytes: path)
    do throws(Errno) {
      if place.ownKind == .link, place.kind == nil || isFolder { return try own.linkTarget() }
      return try OpenFile(own).readAll()
    } catch {
      throw failure(error)
    }
  }

  /// The files within the folder, sorted by name, without git's own
  /// folders, and without sockets and the like.
  func members() throws -> [[UInt8]] {
    let names: [[UInt8]]
    do throws(Errno) {
      names = try Place(path).members()
    } catch {
      throw failure(error)
    }
    var members: [[UInt8]] = []
    for name in names where name != Array(".git".utf8) {
      let file = appending(name)
      switch Place(file.path).ownKind {
      case .folder:
        members += try file.members().map { name + [UInt8(ascii: "/")] + $0 }
      case .file, .link: members.append(name)
      default: continue
      }
    }
    return members
  }

  private func failure(_ reason: Errno) -> CommandError {
    CommandError(description: tr("cannot read \(PrintableText.escape(path)): \(reason)"))
  }
}
