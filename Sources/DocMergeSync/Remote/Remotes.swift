public import DocMergeContainer
import DocMergeObjects
import DocMergeSystem

/// The remotes of a container.
///
///     let remotes = container.remotes
///     try remotes.add(Remote(name: "home", url: "/media/disk/notes.git"))
///     for status in try remotes.statuses() { print(status.remote.name, status.waiting) }
///
/// `Container.sync` merges and sends; nothing here does.
public struct Remotes: Sendable {
  let container: Container

  var git: GitStore { container.git }

  /// The remotes, by name.
  ///
  /// - Throws: ``GitError``.
  public func all() throws -> [Remote] {
    try git.remotes().map { Remote(name: $0.name, url: $0.url) }
      .sorted { $0.name < $1.name }
  }

  /// The remote of this name.
  ///
  /// - Throws: ``ContainerError/noSuchRemote(_:)``, ``GitError``.
  package func named(_ name: String) throws -> Remote {
    guard let remote = try all().first(where: { $0.name == name }) else {
      throw ContainerError.noSuchRemote(name)
    }
    return remote
  }

  /// Whether the settings of the container name a remote at all.
  ///
  /// To start libgit2 and ask it takes longer than all the rest of a status.
  func mayExist() throws -> Bool {
    let settings = try Files.read(SystemPath("\(git.path)/config")).bytes
    let text = String(decoding: settings, as: UTF8.self).lowercased()
    return text.contains("remote") || text.contains("include")
  }
}

extension Container {
  /// The remotes.
  public var remotes: Remotes { Remotes(container: self) }
}
