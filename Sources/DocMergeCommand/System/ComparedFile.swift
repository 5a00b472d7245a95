import DocMerge
import DocMergeSystem
import Glibc

/// One of two files, or folders, that are compared; the name need not be text.
struct ComparedFile {
  private let path: [UInt8]

  init(_ path: String) { self.path = Array(path.utf8) }

  private init(path: [UInt8]) { self.path = path }

  /// What lies under a name in this folder.
  func appending(_ name: [UInt8]) -> ComparedFile {
    ComparedFile(path: path + [UInt8(ascii: "/")] + name)
  }

  private var characters: [CChar] { path.map { CChar(bitPattern: $0) } + [0] }

  /// Whether the name stands for no file.
  var isAbsent: Bool { path == Array("/dev/null".utf8) }

  /// Whether it is a folder, or leads to one.
  var isFolder: Bool { Place(path).kind == .folder }

  /// The bytes of a file; those of the target of a link that leads to no file; `nil` if absent.
  ///
  /// git puts links to the files of the working tree into a folder that it hands over.
  func contents() throws -> [UInt8]? {
    if isAbsent { return nil }
    let place = Place(path)
    if place.ownKind == .link, place.kind == nil || isFolder { return target }
    let file = open(characters, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure }
    defer { close(file) }
    return try InputFile.read(descriptor: file, named: String(decoding: path, as: UTF8.self))
  }

  /// The files within the folder, in the order of their names, without the folders that git keeps for
  /// itself; sockets and the like are left out.
  func members() throws -> [[UInt8]] {
    guard let names = Place(path).members() else { throw failure }
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

  private var target: [UInt8] {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(characters, &buffer, buffer.count)
    return buffer.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }
  }

  private var failure: CommandError {
    CommandError(
      description: "cannot read \(PrintableText.escape(path)): \(SystemFailure.latest)")
  }
}
