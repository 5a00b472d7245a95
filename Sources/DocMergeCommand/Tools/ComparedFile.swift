import DocMerge
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
  var isFolder: Bool { kind(stat) == S_IFDIR }

  /// The bytes of a file; those of the target of a link that leads to no file; `nil` if absent.
  ///
  /// git puts links to the files of the working tree into a folder that it hands over.
  func contents() throws -> [UInt8]? {
    if isAbsent { return nil }
    if kind(lstat) == S_IFLNK, kind(stat) == nil || isFolder { return target }
    let file = open(characters, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure }
    defer { close(file) }
    return try InputFile.read(descriptor: file, named: String(decoding: path, as: UTF8.self))
  }

  /// The files within the folder, in the order of their names, without the folders that git keeps for
  /// itself; sockets and the like are left out.
  func members() throws -> [[UInt8]] {
    guard let stream = opendir(characters) else { throw failure }
    defer { closedir(stream) }
    var members: [[UInt8]] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if [".", "..", ".git"].contains(where: { Array($0.utf8) == name }) { continue }
      let file = appending(name)
      switch file.kind(lstat) {
      case S_IFDIR?:
        members += try file.members().map { name + [UInt8(ascii: "/")] + $0 }
      case S_IFREG?, S_IFLNK?: members.append(name)
      default: continue
      }
    }
    return members
  }

  private func kind(_ look: (UnsafePointer<CChar>, UnsafeMutablePointer<stat>) -> Int32) -> mode_t?
  {
    var status = Glibc.stat()
    return look(characters, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  private var target: [UInt8] {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(characters, &buffer, buffer.count)
    return buffer.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }
  }

  private var failure: CommandError {
    CommandError(
      description: "cannot read \(PrintableText.escape(path)): \(String(cString: strerror(errno)))")
  }
}
