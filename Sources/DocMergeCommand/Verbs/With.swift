import ArgumentParser
import DocMerge
import DocMergeCoordination
import DocMergeLanguage
import DocMergeSystem

/// The verb `docmerge with`.
struct With: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "with",
    abstract: tr("Run a command while documents are read or written in turn with other programs."),
    discussion: tr(
      """
      Waits until no other program reads or writes the documents, asks programs that have one open \
      to save it or to close it, and runs the command. Others wait until it ends, and are told then. \
      A program that ends unexpectedly blocks no other. Documents that are placeholders are downloaded first.

      The exit status is that of the command; 2 if it could not be run, 75 if --timeout passed.

      Examples:
        docmerge with --read todo.md -- cp todo.md /media/backup
        docmerge with --write todo.md -- sed -i s/Draft/Final/ todo.md
        docmerge with --read a.md --write b.md -- sh -c 'sort a.md > b.md'
        docmerge with --timeout 10 --write todo.md -- vim todo.md
      """))

  @Option(
    help: ArgumentHelp(tr("Read this document; may be given several times."), valueName: "file"),
    completion: .file())
  var read: [String] = []

  @Option(
    help: ArgumentHelp(tr("Write this document; may be given several times."), valueName: "file"),
    completion: .file())
  var write: [String] = []

  @Option(
    help: ArgumentHelp(
      tr("Give up after waiting so many seconds for other programs."), valueName: "seconds"))
  var timeout: Double?

  @Argument(
    parsing: .postTerminator, help: ArgumentHelp(tr("The command, and its arguments, after --.")),
    completion: .shellCommand("compgen -c"))
  var command: [String]

  func validate() throws {
    guard !read.isEmpty || !write.isEmpty else {
      throw ValidationError(tr("Name the documents with --read or --write."))
    }
    guard !command.isEmpty else { throw ValidationError(tr("Write the command after --.")) }
    guard timeout.map({ $0 >= 0 && $0 < 1e9 }) ?? true else {
      throw ValidationError(tr("The time is a number of seconds."))
    }
  }

  func run() throws {
    try download()
    let items =
      read.map { AccessItem(ItemPath($0), .reading(saving: true), followsLinks: true) }
      + write.map { AccessItem(ItemPath($0), .updating, followsLinks: true) }
    var request = AccessRequest(items: items, purpose: "docmerge with \(CurrentProcess.number)")
    request.timeout = timeout.map { UInt64($0 * 1_000_000_000) }
    let status: Int32
    do {
      let access = try Access(request)
      status = try access.run { _ in try ForwardedProcess.run(command) }
    } catch AccessError.timedOut(let holder) {
      let words = holder.map { tr("process \($0) is using it") } ?? tr("it is in use")
      Console.message(tr("docmerge: not run after \(timeout ?? 0) seconds: \(words)"))
      throw ExitCode(75)
    } catch let error as AccessError {
      throw CommandError(description: ErrorWords.words(of: error))
    }
    guard status == 0 else { throw ExitCode(status) }
  }

  /// Downloads the contents of documents that are placeholders here.
  private func download() throws {
    for name in read + write where Container.isPlaceholder(SystemPath(name)) {
      let finder = try DocumentFinder(for: name)
      _ = try finder.downloaded(name)
    }
  }
}
