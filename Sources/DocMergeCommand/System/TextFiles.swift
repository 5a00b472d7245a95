import DocMerge
import DocMergeSystem

/// Files and folders that a person names.
enum TextFiles {
  /// The regular files that the names mean, those in folders included.
  ///
  /// Links within folders are not followed, and `.git` and `.docmerge` left out.
  static func find(_ names: [String]) throws -> [String] {
    try names.flatMap { name -> [String] in
      guard let kind = Place(name).kind else {
        throw CommandError(
          description: "cannot read \(PrintableText.escape(name)): \(SystemFailure.latest)")
      }
      try refusePipe(name)
      return kind == .folder ? try files(in: name) : [name]
    }
  }

  /// Fails for a pipe in a folder, which nobody may ever write to; those of the shell are fine.
  static func refusePipe(_ name: String) throws {
    guard Place(name).kind == .pipe, !name.hasPrefix("/dev/"), !name.hasPrefix("/proc/") else {
      return
    }
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
    Place(file).exists ? try InputFile.read(file) : nil
  }

  private static func files(in folder: String) throws -> [String] {
    guard let members = Place(folder).members() else {
      throw CommandError(
        description:
          "cannot read \(PrintableText.escape(folder)): \(SystemFailure.latest)")
    }
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
}
