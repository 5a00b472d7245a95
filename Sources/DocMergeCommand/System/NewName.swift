import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// The name of a new document, with an extension for its type.
struct NewName {
  let stem: String
  let ending: String

  /// Splits a name; an existing extension takes precedence.
  init(_ name: String?, ending: String?) throws {
    let name = name ?? "Untitled"
    guard !name.isEmpty, !name.contains("/"), ![".", ".."].contains(name) else {
      throw CommandError(
        description: tr("“\(PrintableText.escape(name))” cannot be the name of a document"))
    }
    let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 }
    let own = dot.map { String(name[name.index(after: $0)...]) }.flatMap { $0.isEmpty ? nil : $0 }
    let isOwn = own.map { ending == nil || $0.lowercased() == ending?.lowercased() } ?? false
    stem = isOwn ? String(name[..<(dot ?? name.endIndex)]) : name
    self.ending = isOwn ? own ?? "" : ending ?? "md"
  }

  /// The ending of a name, with the dot; empty without an extension.
  static func ending(of name: String) -> Substring {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[dot...]
  }

  /// The extension for a type: itself, or that of a MIME type in the desktop's database.
  static func ending(_ type: String) throws -> String {
    let ending = type.hasPrefix(".") ? String(type.dropFirst()) : type
    guard ending.contains("/") else {
      guard !ending.isEmpty, !ending.contains("\0") else {
        throw CommandError(
          description: tr("--type takes an extension, such as md, or a MIME type"))
      }
      return ending
    }
    let folders = Variable.value("XDG_DATA_DIRS") ?? ""
    let places = folders.isEmpty ? "/usr/local/share:/usr/share" : folders
    for folder in places.split(separator: ":") {
      let file = "\(folder)/mime/globs2"
      guard SystemPath(file).allows(.reading) else { continue }
      if let found = ending.extension(in: try InputFile.read(file)) { return found }
    }
    throw CommandError(
      description: tr(
        "no extension is known for \(PrintableText.escape(type)); give one, such as md"))
  }

  /// Makes the file under the first free name.
  ///
  /// - Parameters:
  ///   - folder: where it is made.
  ///   - bytes: its contents.
  ///   - others: further names that are in use there.
  /// - Returns: the name.
  /// - Throws: `FileError`.
  func makeFile(in folder: String, _ bytes: [UInt8], besides others: [[UInt8]]) throws -> String {
    let place = SystemPath(folder)
    let taken = NewName.folded(try Files.entries(of: place).map(\.name) + others)
    var number = 1
    while true {
      let stem = number == 1 ? stem : "\(stem) \(number)"
      number += 1
      guard !taken.contains(stem.lowercased()) else { continue }
      let name = ending.isEmpty ? stem : "\(stem).\(ending)"
      if try NewName.make(place.appending(name.utf8), bytes) { return name }
    }
  }

  /// Makes a file; `false` where another process just made one.
  private static func make(_ path: SystemPath, _ bytes: [UInt8]) throws -> Bool {
    do {
      try bytes.withUnsafeBytes { try Disk.system.write(buffer: $0, to: path, permissions: 0o666) }
      return true
    } catch let error as FileError {
      if Errno(error.code) == .fileExists { return false }
      // A partly written file is not a document.
      if error.action != "make" { try Disk.system.remove(path) }
      throw error
    }
  }

  /// Names with and without extensions; other systems are not case-sensitive.
  private static func folded(_ names: [[UInt8]]) -> Set<String> {
    let names = names.map { String(decoding: $0, as: UTF8.self).lowercased() }
    let stems = names.compactMap { name in
      name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : String(name[..<$0]) }
    }
    return Set(names + stems)
  }
}

extension String {
  /// The extension for this type in a table of shared-mime-info, with lines `WEIGHT:TYPE:GLOB`.
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
