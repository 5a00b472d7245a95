import DocMerge
import Glibc

/// What a new document is called: a name, and an extension that says what it is.
struct NewName {
  let stem: String
  let ending: String

  /// Takes a name apart; an extension that it has is its own.
  init(_ name: String?, ending: String?) throws {
    let name = name ?? "Untitled"
    guard !name.isEmpty, !name.contains("/"), ![".", ".."].contains(name) else {
      throw CommandError(
        description: "“\(PrintableText.escape(name))” cannot be the name of a document")
    }
    let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 }
    let own = dot.map { String(name[name.index(after: $0)...]) }.flatMap { $0.isEmpty ? nil : $0 }
    let isOwn = own.map { ending == nil || $0.lowercased() == ending?.lowercased() } ?? false
    stem = isOwn ? String(name[..<(dot ?? name.endIndex)]) : name
    self.ending = isOwn ? own ?? "" : ending ?? "md"
  }

  /// The extension that a type means: its own, or that of a MIME type in the desktop's database.
  static func ending(_ type: String) throws -> String {
    let ending = type.hasPrefix(".") ? String(type.dropFirst()) : type
    guard ending.contains("/") else {
      guard !ending.isEmpty, !ending.contains("\0") else {
        throw CommandError(description: "--type takes an extension, such as md, or a MIME type")
      }
      return ending
    }
    let folders = getenv("XDG_DATA_DIRS").map { String(cString: $0) } ?? ""
    let places = folders.isEmpty ? "/usr/local/share:/usr/share" : folders
    for folder in places.split(separator: ":") {
      let file = "\(folder)/mime/globs2"
      guard access(file, R_OK) == 0 else { continue }
      if let found = ending.extension(in: try InputFile.read(file)) { return found }
    }
    throw CommandError(
      description: "no extension is known for \(PrintableText.escape(type)); give one, such as md")
  }

  /// Makes the file under the first name that is free.
  ///
  /// - Returns: the name.
  func makeFile(in folder: String, _ bytes: [UInt8]) throws -> String {
    let taken = try NewName.taken(in: folder)
    var number = 1
    while true {
      let stem = number == 1 ? stem : "\(stem) \(number)"
      number += 1
      guard !taken.contains(stem.lowercased()) else { continue }
      let name = ending.isEmpty ? stem : "\(stem).\(ending)"
      let path = "\(folder)/\(name)"
      let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if file < 0, errno == EEXIST { continue }
      guard file >= 0 else { throw NewName.failure(path) }
      defer { close(file) }
      guard NewName.write(bytes, to: file) else {
        let failure = NewName.failure(path)
        unlink(path)
        throw failure
      }
      return name
    }
  }

  private static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private static func failure(_ path: String) -> CommandError {
    CommandError(
      description: "cannot make \(PrintableText.escape(path)): \(String(cString: strerror(errno)))")
  }

  /// The names in a folder, with and without extensions; other systems do not tell cases apart.
  private static func taken(in folder: String) throws -> Set<String> {
    guard let stream = opendir(folder) else { throw failure(folder) }
    defer { closedir(stream) }
    var names: Set<String> = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }.lowercased()
      names.insert(name)
      if let dot = name.lastIndex(of: "."), dot != name.startIndex {
        names.insert(String(name[..<dot]))
      }
    }
    return names
  }
}

extension String {
  /// The extension that a table of shared-mime-info, `WEIGHT:TYPE:GLOB` a line, has for this type.
  fileprivate func `extension`(in table: [UInt8]) -> String? {
    let wanted = lowercased()
    for line in table.split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: "#") {
      let parts = String(decoding: line, as: UTF8.self).split(separator: ":")
      guard parts.count >= 3, parts[1] == wanted, parts[2].hasPrefix("*.") else { continue }
      let ending = parts[2].dropFirst(2)
      if !ending.contains(where: { "*?[".contains($0) }) { return String(ending) }
    }
    return nil
  }
}
