import Foundation
import Synchronization

/// The types of the desktop, from shared-mime-info; read at the first use.
final class MIMEDatabase: Sendable {
  private let folders: [URL]
  private let loaded = Mutex<Contents?>(nil)

  /// The prefix of identifiers for MIME types without an identifier of Apple's.
  static let prefix = "org.freedesktop.mime."

  struct Contents: Sendable {
    /// MIME types by extension, with their weights.
    var extensions: [String: (type: String, weight: Int)] = [:]
    /// Extensions by MIME type, in the order of the file.
    var names: [String: [String]] = [:]
    /// The more general MIME types of a MIME type.
    var parents: [String: [String]] = [:]
    /// The new names of old names of types.
    var aliases: [String: String] = [:]
  }

  init(folders: [URL]) {
    self.folders = folders
  }

  /// The identifier of the type of files with this extension, given in small letters.
  func identifier(forExtension name: String) -> String? {
    contents.extensions[name].map { MIMEDatabase.identifier($0.type) }
  }

  func identifier(forMIMEType type: String) -> String? {
    let type = contents.aliases[type] ?? type
    return contents.names[type] == nil ? nil : MIMEDatabase.identifier(type)
  }

  func declaration(of identifier: String) -> TypeDeclaration? {
    guard identifier.hasPrefix(MIMEDatabase.prefix) else { return nil }
    let words = identifier.dropFirst(MIMEDatabase.prefix.count).split(separator: ".", maxSplits: 1)
    guard words.count == 2 else { return nil }
    let type = words.joined(separator: "/")
    guard let extensions = contents.names[type] else { return nil }
    let parents = contents.parents[type] ?? []
    return TypeDeclaration(
      identifier: identifier,
      conformsTo: parents.isEmpty
        ? [MIMEDatabase.general(type)] : parents.map(MIMEDatabase.identifier),
      description: type, extensions: extensions, mimeTypes: [type])
  }

  /// Apple's identifier if there is one, else one of ours: `org.freedesktop.mime.image.x-xcf`.
  private static func identifier(_ type: String) -> String {
    CommonTypes.byMIMEType[type] ?? prefix + type.replacing("/", with: ".", maxReplacements: 1)
  }

  /// The parent of a type that names none: all types of one medium conform to it.
  private static func general(_ type: String) -> String {
    switch type.prefix(while: { $0 != "/" }) {
    case "text": "public.text"
    case "image": "public.image"
    case "audio": "public.audio"
    case "video": "public.movie"
    case "font": "public.font"
    default: "public.data"
    }
  }

  // MARK: Reading

  private var contents: Contents {
    loaded.withLock { loaded in
      if let loaded { return loaded }
      var contents = Contents()
      // The user's own folder is read first and wins.
      for folder in folders { read(folder.appendingPathComponent("mime"), into: &contents) }
      loaded = contents
      return contents
    }
  }

  private func read(_ folder: URL, into contents: inout Contents) {
    for line in lines(of: "globs2", in: folder) {
      // weight:type:glob[:flags]
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      guard fields.count >= 3, let weight = Int(fields[0]), fields[2].hasPrefix("*.") else {
        continue
      }
      let (type, name) = (String(fields[1]), fields[2].dropFirst(2).lowercased())
      guard !name.contains(where: { "*?[.".contains($0) }) else { continue }
      contents.names[type, default: []].append(name)
      if contents.extensions[name].map({ $0.weight < weight }) ?? true {
        contents.extensions[name] = (type, weight)
      }
    }
    for line in lines(of: "subclasses", in: folder) {
      let words = line.split(separator: " ")
      guard words.count == 2 else { continue }
      contents.parents[String(words[0]), default: []].append(String(words[1]))
    }
    for line in lines(of: "aliases", in: folder) {
      let words = line.split(separator: " ")
      if words.count == 2 { contents.aliases[String(words[0])] = String(words[1]) }
    }
  }

  /// The lines with content; none if the file is missing.
  private func lines(of name: String, in folder: URL) -> [Substring] {
    let text = try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    return text?.split(separator: "\n").filter { !$0.hasPrefix("#") } ?? []
  }
}
