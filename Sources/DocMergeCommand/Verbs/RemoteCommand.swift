import ArgumentParser
import DocMerge

/// The verb `docmerge remote`.
struct RemoteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remote",
    abstract: "Name the git repositories where replicas of the container meet.",
    discussion: """
      Examples:
        docmerge remote add home /media/backup/notes.git
        docmerge remote list
      """,
    subcommands: [Add.self, ListRemotes.self, RemoveRemote.self],
    defaultSubcommand: ListRemotes.self)

  /// The verb `docmerge remote add`.
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add",
      abstract: "Add a remote.",
      discussion: """
        The URL is a path or an address of a bare git repository. A path where nothing is yet becomes \
        one at the first sync, if the folder that it lies in exists.

        Examples:
          docmerge remote add home /media/backup/notes.git
          docmerge remote add server git://example.org/notes.git
        """)

    @Argument(help: "A name for it.") var name: String
    @Argument(help: "A path or an address.", completion: .directory) var url: String

    func run() throws {
      let container = try Container.find(from: ".")
      let isAddress =
        url.contains("://") || url.split(separator: "/")[...].first?.contains(":") == true
      // A relative path must not depend on where later commands are run.
      let address = isAddress || url.hasPrefix("/") ? url : try WorkingFolder.absolute(url)
      try container.addRemote(Remote(name: name, url: address))
    }
  }

  /// The verb `docmerge remote list`.
  struct ListRemotes: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the remotes.",
      discussion: "Example: docmerge remote list")

    func run() throws {
      for remote in try Container.find(from: ".").remotes() {
        Console.print("\(PrintableText.escape(remote.name))  \(PrintableText.escape(remote.url))")
      }
    }
  }

  /// The verb `docmerge remote remove`.
  struct RemoveRemote: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Forget a remote; what came from it stays.",
      discussion: "Example: docmerge remote remove home")

    @Argument(help: "Its name.") var name: String

    func run() throws {
      try Container.find(from: ".").removeRemote(name)
    }
  }
}
