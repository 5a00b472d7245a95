import Foundation
import Testing

/// The manual pages against the program that they describe.
struct ManPageTests {
  @Test func `documents exactly the verbs that exist`() throws {
    let page = try ManPage()
    let program = try Program()
    #expect(Set(page.verbs.keys) == Set(program.verbs.keys))
  }

  @Test func `documents exactly the options of each verb`() throws {
    let page = try ManPage()
    for (verb, options) in try Program().verbs.sorted(by: { $0.key < $1.key }) {
      #expect(page.verbs[verb] == options, "docmerge \(verb)")
    }
  }

  @Test func `documents the options that all verbs share`() throws {
    let page = try ManPage()
    // Not in the program's own list: the parser adds it.
    let parsers: Set = ["-generate-completion-script"]
    #expect(page.shared == (try Program().shared).union(parsers))
  }

  @Test func `speaks of no other options`() throws {
    let page = try ManPage()
    let program = try Program()
    let known = program.verbs.values.reduce(page.shared) { $0.union($1) }
    #expect(page.mentioned.subtracting(known).isEmpty)
  }

  @Test(arguments: ["merge-file", "merge-driver", "resolve", "review"])
  func `the page of a verb documents exactly its options`(verb: String) throws {
    let page = try ManPage("docmerge-\(verb).1")
    #expect(page.shared == (try Program().verbs[verb]))
    #expect(page.mentioned.isSubset(of: page.shared))
  }

  @Test func `the page of docmerge git documents exactly its verbs and their options`() throws {
    let page = try ManPage("docmerge-git.1")
    let verbs = try Program().verbs.filter { $0.key.hasPrefix("git ") }
    #expect(page.verbs == verbs)
    #expect(page.mentioned.isSubset(of: verbs.values.reduce([]) { $0.union($1) }))
  }

  @Test func `the page of the settings speaks of options that exist`() throws {
    let page = try ManPage("docmerge-config.5")
    #expect(page.mentioned.isSubset(of: try #require(Program().verbs["merge-driver"])))
    #expect(!page.mentioned.isEmpty)
  }

  /// Every page, as it is shown.
  private static let pages = try? FileManager.default
    .contentsOfDirectory(atPath: ManPage.file("").path(percentEncoded: false)).sorted()

  /// Words of English that are macros, too, and eat the word behind them: `In a` becomes `<a>`.
  private static let macros: Set = [
    "In", "At", "An", "Do", "Me", "Lb", "Fr", "Es", "Bx", "Ox", "Ux", "Ud", "Bt", "Db", "Fo",
  ]

  @Test(arguments: pages ?? [])
  func `no word of a sentence is taken for a macro`(name: String) throws {
    let text = try String(contentsOf: ManPage.file(name), encoding: .utf8)
    for line in text.split(separator: "\n") where line.hasPrefix(".") {
      let words = line.split(separator: " ").dropFirst().map(String.init)
      #expect(Self.macros.isDisjoint(with: words), "\(name): \(line)")
    }
  }

  @Test(.enabled(if: Tool.exists("groff")), arguments: pages ?? [])
  func `is shown with all of its words`(name: String) throws {
    let page = ManPage.file(name).path(percentEncoded: false)
    let (output, messages) = try Tool.run("groff", ["-mdoc", "-ww", "-Tutf8", "-P-cbou", page])
    #expect(messages.isEmpty)
    #expect(try output.firstMatch(of: Regex("<[a-z]+>")) == nil, "\(name)")
    let shown = Set(output.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() })
    let source = try String(contentsOf: ManPage.file(name), encoding: .utf8)
    // Lines of plain text, with none of what stands for characters.
    for line in source.split(separator: "\n") where !line.hasPrefix(".") && !line.contains("\\") {
      let words = line.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() }
      // Long words may be parted at the end of a line.
      let missing = words.filter { $0.count < 5 && !shown.contains($0) }
      #expect(missing.isEmpty, "\(name): \(line)")
    }
  }

  @Test(
    .enabled(if: Tool.exists("groff")),
    arguments: [
      ("docmerge.1", "docmerge-operations"), ("docmerge-merge-file.1", "zdiff3"),
      ("docmerge-merge-driver.1", "%S"), ("docmerge-git.1", "unsetup"),
      ("docmerge-config.5", "merge.docmerge.driver"), ("docmerge-resolve.1", "remembered"),
      ("docmerge-mergetool.1", "difftool"), ("docmerge-review.1", "take-back"),
    ])
  func `is formatted without a complaint`(name: String, words: String) throws {
    let (output, messages) = try Tool.run(
      "groff", ["-mdoc", "-ww", "-Tutf8", ManPage.file(name).path(percentEncoded: false)])
    #expect(messages.isEmpty)
    #expect(output.contains(words))
  }
}

/// What the page says, read by the convention that its first lines state.
private struct ManPage {
  /// The options in each section that starts with `.Ss docmerge VERB`, without the first dash.
  var verbs: [String: Set<String>] = [:]
  /// The options in the section OPTIONS.
  var shared: Set<String> = []
  /// The long options anywhere on the page.
  var mentioned: Set<String> = []

  static func file(_ name: String) -> URL { Checkout.root.appending(path: "man/\(name)") }

  private enum Section {
    case shared
    case verb(String)
    case other
  }

  init(_ name: String = "docmerge.1") throws {
    var section = Section.other
    let text = try String(contentsOf: ManPage.file(name), encoding: .utf8)
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      let options = Set(
        zip(words, words.dropFirst()).filter { $0.0 == "Fl" || $0.0 == ".Fl" }.map(\.1))
      mentioned.formUnion(options.filter { $0.hasPrefix("-") })
      switch words[0] {
      case ".Sh": section = words == [".Sh", "OPTIONS"] ? .shared : .other
      case ".Ss" where words.count > 2 && words[1] == "docmerge":
        let verb = words.dropFirst(2).prefix { $0.allSatisfy { $0.isLowercase || $0 == "-" } }
          .joined(separator: " ")
        section = .verb(verb)
        verbs[verb, default: []] = []
      case ".Ss": section = .other
      case ".It": note(options, in: section)
      default: continue
      }
    }
  }

  private mutating func note(_ options: Set<String>, in section: Section) {
    switch section {
    case .shared: shared.formUnion(options)
    case .verb(let verb): verbs[verb, default: []].formUnion(options)
    case .other: return
    }
  }
}

/// What the program says of itself.
private struct Program {
  /// The options of each verb but those that all have, without the first dash.
  var verbs: [String: Set<String>] = [:]
  /// The options before the verb.
  var shared: Set<String> = []

  private struct Dump: Decodable {
    var command: Command
  }

  private struct Command: Decodable {
    var commandName: String
    var arguments: [Argument]?
    var subcommands: [Command]?

    /// Without the third spelling of help, `-help`, that the parser takes too.
    var options: Set<String> {
      let names = (arguments ?? []).flatMap { $0.names ?? [] }
      return Set(
        names.compactMap { name in
          switch name.kind {
          case "long": "-\(name.name)"
          case "short": name.name
          default: nil
          }
        })
    }
  }

  private struct Argument: Decodable {
    var names: [Name]?
  }

  private struct Name: Decodable {
    var kind: String
    var name: String
  }

  init() throws {
    let text = try Tool.run(Checkout.program, ["--experimental-dump-help"]).output
    let root = try JSONDecoder().decode(Dump.self, from: Data(text.utf8)).command
    shared = root.options
    for command in root.subcommands ?? [] { add(command, prefix: "") }
  }

  private mutating func add(_ command: Command, prefix: String) {
    let name = prefix + command.commandName
    verbs[name] = command.options.subtracting(shared)
    for child in command.subcommands ?? [] { add(child, prefix: name + " ") }
  }
}

/// Where things are.
private enum Checkout {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The program: the one that `DOCMERGE_BINARY` names, else the one built with the tests.
  static var program: String {
    if let named = ProcessInfo.processInfo.environment["DOCMERGE_BINARY"] { return named }
    let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let candidates = [products, root.appending(path: ".build/debug")]
      .map { $0.appending(path: "docmerge").path(percentEncoded: false) }
    return candidates.first(where: FileManager.default.isExecutableFile) ?? candidates[1]
  }
}

/// Runs other programs.
private enum Tool {
  static func exists(_ name: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").contains { folder in
      FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)")
    }
  }

  /// What a program that must succeed prints.
  static func run(_ name: String, _ arguments: [String]) throws -> (
    output: String, messages: String
  ) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [name] + arguments
    let messages = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).txt")
    try Data().write(to: messages)
    defer { try? FileManager.default.removeItem(at: messages) }
    process.standardError = try FileHandle(forWritingTo: messages)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(name) failed")
    return (
      String(decoding: bytes, as: UTF8.self),
      try String(contentsOf: messages, encoding: .utf8)
    )
  }
}
