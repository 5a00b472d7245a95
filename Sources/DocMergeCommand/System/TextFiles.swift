import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// Files and folders that a person names.
enum TextFiles {
  /// The regular files for some names, including those in folders.
  ///
  /// Links within folders are not followed, and `.git` and `.docmerge` are left out.
  static func find(_ names: [String]) throws -> [String] {
    try names.flatMap { name -> [String] in
      let kind = try reading(name) { place throws(Errno) in try place.look() }
      try refusePipe(name)
      return kind == .folder ? try files(in: name) : [name]
    }
  }

  /// Fails for a pipe in a folder, to which no process may ever write; pipes of the shell are allowed.
  static func refusePipe(_ name: String) throws {
    guard Place(name).kind == .pipe, !name.hasPrefix("/dev/"), !name.hasPrefix("/proc/") else {
      return
    }
    throw CommandError(
      description: tr("\(PrintableText.escape(name)) is neither a file nor a folder"))
  }

  /// Writes a text, unless another process has changed the file meanwhile.
  ///
  /// - Parameters:
  ///   - file: the path of the file.
  ///   - old: the previous contents; `nil` if there was no file.
  ///   - new: the new contents.
  /// - Throws: ``CommandError`` or ``FileError``; then the file is unchanged.
  static func replace(_ file: String, _ old: [UInt8]?, with new: [UInt8]) throws {
    guard try contents(of: file) == old else {
      throw CommandError(
        description: tr(
          "\(PrintableText.escape(file)) was changed meanwhile, and is left as it is"))
    }
    try WholeFile.replace(file, with: new)
  }

  /// The contents of a file; `nil` if there is none.
  static func contents(of file: String) throws -> [UInt8]? {
    Place(file).exists ? try InputFile.read(file) : nil
  }

  private static func files(in folder: String) throws -> [String] {
    let members = try reading(folder) { place throws(Errno) in try place.members() }
    let names = members.map { String(decoding: $0, as: UTF8.self) }
    let hidden: Set = [".git", ".docmerge"]
    return try names.sorted().filter { !hidden.contains($0) }.flatMap { name -> [String] in
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      switch Place(path).ownKind {
      case .folder: return try files(in: path)
      case .file: return [path]
      default: return []
      }
    }
  }

  private static func reading<Result>(
    _ name: String, _ call: (Place) throws(Errno) -> Result
  ) throws -> Result {
    do throws(Errno) {
      return try call(Place(name))
    } catch {
      throw CommandError(description: tr("cannot read \(PrintableText.escape(name)): \(error)"))
    }
  }
}
