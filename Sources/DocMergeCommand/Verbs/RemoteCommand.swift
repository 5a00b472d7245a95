import ArgumentParser
import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// The verb `docmerge remote`.
struct RemoteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remote",
    abstract: tr("Manage the git repositories that copies of the container sync through."),
    discussion: tr(
      """
      Examples:
        docmerge remote add home /media/backup/notes.git
        docmerge remote add server ssh://anna@example.org/srv/notes.git
        docmerge remote list
      """),
    subcommands: [Add.self, SetURL.self, ListRemotes.self, RemoveRemote.self],
    defaultSubcommand: ListRemotes.self)

  /// A relative path must not depend on where later commands are run.
  static func address(_ text: String) throws -> String {
    let address = try RemoteAddress(text)
    let place = address.inner
    let isRelative = address.scheme == .path && !place.hasPrefix("/") && !place.contains("://")
    return isRelative ? text.dropLast(place.count) + (try WorkingFolder.absolute(place)) : text
  }

  /// The verb `docmerge remote add`.
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add",
      abstract: tr("Add a remote."),
      discussion: tr(
        """
        The URL is a path or an address of a bare git repository: ssh://, https://, http:// or git://, or \
        host:path for ssh. A path where nothing is yet becomes a repository at the first sync, if \
        its parent folder exists; on a server, `git init --bare` makes one.

        Keys come from ssh-agent, passwords and tokens from git's credential helper, so neither belongs \
        into an address.

        A URL that begins with gcrypt:: is for a server that you do not trust: git-remote-gcrypt encrypts and \
        signs each transfer with GnuPG. Name the key of each person who syncs, your own too. These people can \
        read the documents; a sync refuses data from anybody else. See docmerge(1), ADDRESSES OF REMOTES.

        Examples:
          docmerge remote add home /media/backup/notes.git
          docmerge remote add server anna@example.org:notes.git
          docmerge remote add forge https://example.org/anna/notes.git
          docmerge remote add cloud gcrypt::anna@example.net:secret.git \\
            --participant anna@example.org --participant bob@example.org
        """))

    @Argument(help: ArgumentHelp(tr("A name for it."))) var name: String
    @Argument(help: ArgumentHelp(tr("A path or an address.")), completion: .directory)
    var url: String
    @Option(
      help: ArgumentHelp(
        tr(
          "With gcrypt::, a key that may read and write: its id, or its mail address. Can be repeated."
        ),
        valueName: "key"))
    var participant: [String] = []

    func run() throws {
      let container = try Container.find(from: ".")
      try container.remotes.add(
        Remote(name: name, url: RemoteCommand.address(url)), participants: participant)
    }
  }

  /// The verb `docmerge remote set-url`.
  struct SetURL: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set-url",
      abstract: tr("Give a remote another address."),
      discussion: tr(
        """
        What came from the old place stays; the next sync sends everything to the new one.

        Example: docmerge remote set-url home /media/disk/notes.git
        """))

    @Argument(help: ArgumentHelp(tr("Its name.")), completion: .remotes) var name: String
    @Argument(help: ArgumentHelp(tr("A path or an address.")), completion: .directory)
    var url: String

    func run() throws {
      try Container.find(from: ".").remotes.setURL(of: name, to: RemoteCommand.address(url))
    }
  }

  /// The verb `docmerge remote list`.
  struct ListRemotes: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: tr("List the remotes."),
      discussion: tr("Example: docmerge remote list --json"))

    @Flag(help: ArgumentHelp(tr("Print JSON."))) var json = false

    func run() throws {
      let remotes = try Container.find(from: ".").remotes.all()
      guard !json else { return Console.print(try JSONText.remotes(remotes)) }
      for remote in remotes {
        Console.print("\(PrintableText.escape(remote.name))  \(remote.display)")
      }
    }
  }

  /// The verb `docmerge remote remove`.
  struct RemoveRemote: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: tr("Forget a remote; documents received from it stay."),
      discussion: tr("Example: docmerge remote remove home"))

    @Argument(help: ArgumentHelp(tr("Its name.")), completion: .remotes) var name: String

    func run() throws {
      try Container.find(from: ".").remotes.remove(name)
    }
  }
}
