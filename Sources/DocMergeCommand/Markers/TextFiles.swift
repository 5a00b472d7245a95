import DocMerge
import Glibc

/// Files and folders that a person names.
enum TextFiles {
  /// The regular files that the names mean, those in folders included.
  ///
  /// Links within folders are not followed, and `.git` and `.docmerge` left out.
  static func find(_ names: [String]) throws -> [String] {
    try names.flatMap { name -> [String] in
      var status = stat()
      guard stat(name, &status) == 0 else {
        throw CommandError(
          description:
            "cannot read \(PrintableText.escape(name)): \(String(cString: strerror(errno)))")
      }
      try refusePipe(name, status)
      return status.st_mode & S_IFMT == S_IFDIR ? try files(in: name) : [name]
    }
  }

  /// Fails for a pipe in a folder, which nobody may ever write to; those of the shell are fine.
  static func refusePipe(_ name: String, _ status: stat) throws {
    let isPipe = [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
    guard isPipe, !name.hasPrefix("/dev/"), !name.hasPrefix("/proc/") else { return }
    throw CommandError(
      description: "\(PrintableText.escape(name)) is neither a file nor a folder")
  }

  /// Writes a text, unless somebody else has written another one meanwhile.
  ///
  /// - Parameters:
  ///   - file: the path of the file.
  ///   - old: what was in the file; `nil` if there was none.
  ///   - new: what is to be in it.
  /// - Throws: ``CommandError`` or ``FileError``; the file is as it was then.
  static func replace(_ file: String, _ old: [UInt8]?, with new: [UInt8]) throws {
    guard try contents(of: file) == old else {
      throw CommandError(
        description: "\(PrintableText.escape(file)) was changed meanwhile, and is left as it is")
    }
    try WholeFile.replace(file, with: new)
  }

  /// What is in a file; `nil` if there is none.
  static func contents(of file: String) throws -> [UInt8]? {
    access(file, F_OK) == 0 ? try InputFile.read(file) : nil
  }

  private static func files(in folder: String) throws -> [String] {
    guard let stream = opendir(folder) else {
      throw CommandError(
        description:
          "cannot read \(PrintableText.escape(folder)): \(String(cString: strerror(errno)))")
    }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      names.append(String(decoding: name, as: UTF8.self))
    }
    closedir(stream)
    let hidden: Set = [".", "..", ".git", ".docmerge"]
    return try names.sorted().filter { !hidden.contains($0) }.flatMap { name -> [String] in
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      var status = stat()
      guard lstat(path, &status) == 0 else { return [] }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: return try files(in: path)
      case S_IFREG: return [path]
      default: return []
      }
    }
  }
}
