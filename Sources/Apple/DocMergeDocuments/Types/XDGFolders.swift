import Foundation
import Glibc

/// The folders for a program's files, by the XDG base directory specification.
struct XDGFolders {
  private let environment: [String: String]

  init(environment: [String: String]) {
    self.environment = environment
  }

  static var current: XDGFolders {
    XDGFolders(environment: ProcessInfo.processInfo.environment)
  }

  /// The user's data: `~/.local/share`.
  var dataFolder: URL { folder("XDG_DATA_HOME", or: ".local/share") }

  /// The user's settings: `~/.config`.
  var configFolder: URL { folder("XDG_CONFIG_HOME", or: ".config") }

  /// The folders to search for data, the user's first.
  var dataFolders: [URL] {
    let shared = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 }
    return [dataFolder]
      + (shared ?? "/usr/local/share:/usr/share").split(separator: ":")
      .filter { $0.hasPrefix("/") }
      .map { URL(fileURLWithPath: String($0), isDirectory: true) }
  }

  /// The folder for documents, which the desktop may have named in the user's language.
  var documentsFolder: URL {
    let settings = configFolder.appendingPathComponent("user-dirs.dirs")
    let lines = (try? String(contentsOf: settings, encoding: .utf8))?.split(separator: "\n") ?? []
    for line in lines where line.hasPrefix("XDG_DOCUMENTS_DIR=") {
      let value = line.dropFirst("XDG_DOCUMENTS_DIR=".count)
        .trimmingCharacters(in: CharacterSet(charactersIn: "\" "))
      let path = value.replacing("$HOME", with: home.path)
      if path.hasPrefix("/") { return URL(fileURLWithPath: path, isDirectory: true) }
    }
    return home.appendingPathComponent("Documents", isDirectory: true)
  }

  private var home: URL {
    if let home = environment["HOME"], home.hasPrefix("/") {
      return URL(fileURLWithPath: home, isDirectory: true)
    }
    return URL(fileURLWithPath: NSHomeDirectory(), isDirectory: true)
  }

  /// By the specification, a path that is not absolute is ignored.
  private func folder(_ name: String, or path: String) -> URL {
    if let value = environment[name], value.hasPrefix("/") {
      return URL(fileURLWithPath: value, isDirectory: true)
    }
    return home.appendingPathComponent(path, isDirectory: true)
  }
}
