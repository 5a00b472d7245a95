import DocMergeTestSupport
import Glibc
import Testing

/// The grammars by which program code is merged: listed, installed, removed, and what happens when one is broken.
struct GrammarsVerbTests {
  private let folder = TemporaryFolder()

  private var data: String { "\(folder.path)/data" }
  private var grammars: String { "\(data)/docmerge/grammars" }

  @discardableResult
  private func docmerge(_ words: String..., exits status: Int32 = 0) throws -> Output {
    try Program(Replica.command, in: folder.path, environment: ["XDG_DATA_HOME": data])
      .run(words, exits: status)
  }

  private struct List: Decodable {
    struct Grammar: Decodable {
      var language: String
      var endings: [String]
      var path: String?
    }
    var format: String
    var grammars: [Grammar]
  }

  /// Puts a library in the place of the grammar of Java.
  private func install(_ contents: String) throws {
    try Program("mkdir", in: folder.path).run(["-p", grammars], exits: 0)
    File("\(grammars)/java.so").write(Array(contents.utf8))
  }

  /// Builds a library in C in the place of the grammar of Java.
  private func build(_ code: String) throws {
    try Program("mkdir", in: folder.path).run(["-p", grammars], exits: 0)
    File("\(folder.path)/grammar.c").write(Array(code.utf8))
    try Program("clang", in: folder.path)
      .run(["-shared", "-fPIC", "-o", "\(grammars)/java.so", "grammar.c"], exits: 0)
  }

  /// A merge that is left in conflict without a grammar.
  private func merge(exits status: Int32) throws -> Output {
    for (name, values) in [("base", "A"), ("ours", "A, B"), ("theirs", "A, C")] {
      File("\(folder.path)/\(name).java").write(
        Array("class K {\n  void m() throws \(values) {}\n}\n".utf8))
    }
    return try docmerge("merge", "base.java", "ours.java", "theirs.java", exits: status)
  }

  @Test func `languages are listed, with where their grammars are`() throws {
    let list = try docmerge("grammars", "--json").report(List.self)
    #expect(list.format == "docmerge-grammars")
    #expect(list.grammars.map(\.language).contains("swift"))
    #expect(list.grammars.allSatisfy { $0.path == nil && !$0.endings.isEmpty })
    try install("")
    let path = "\(grammars)/java.so"
    let again = try docmerge("grammars", "list", "--json").report(List.self)
    #expect(again.grammars.first { $0.language == "java" }?.path == path)
    #expect(try docmerge("grammars").text.contains(path))
  }

  @Test func `installed grammars can be removed, and nothing else`() throws {
    try install("")
    #expect(try docmerge("grammars", "remove", "java").text.contains("removed"))
    #expect(access("\(grammars)/java.so", F_OK) != 0)
    #expect(
      try docmerge("grammars", "remove", "java", exits: 2).messages.contains("is not installed"))
    #expect(try docmerge("grammars", "remove", "--all").text.isEmpty)
    try docmerge("grammars", "remove", exits: 64)
    #expect(
      try docmerge("grammars", "install", "cobol", exits: 64).messages.contains("are known"))
  }

  @Test func `a package with another checksum is not taken`() throws {
    let wheels = "\(folder.path)/wheels"
    try Program("mkdir", in: folder.path).run([wheels], exits: 0)
    let missing = try docmerge("grammars", "install", "--from", wheels, "go", exits: 2)
    #expect(missing.messages.contains("cannot be read"))
    let name = missing.messages.split(separator: " ").first { $0.contains(".whl") } ?? ""
    File(String(name)).write(Array("no wheel".utf8))
    let wrong = try docmerge("grammars", "install", "--from", wheels, "go", exits: 2)
    #expect(wrong.messages.contains("checksum"))
    #expect(access("\(grammars)/go.so", F_OK) != 0)
  }

  @Test(arguments: [
    "#include <stdlib.h>\nvoid *tree_sitter_java(void) { abort(); }\n",
    "__attribute__((constructor)) static void start(void) { __builtin_trap(); }\n",
    "unsigned version[64] = {99};\nvoid *tree_sitter_java(void) { return version; }\n",
    "int nothing;\n",
  ])
  func `a broken grammar costs a message, and no merge`(code: String) throws {
    let without = try merge(exits: 1)
    try build(code)
    let with = try merge(exits: 1)
    #expect(with.bytes == without.bytes)
    let told = with.messages.split(separator: "\n").filter { $0.contains("grammar of java") }
    #expect(told.count == 1)
  }

  @Test func `a grammar that does not end is ended`() throws {
    let without = try merge(exits: 1)
    try build("#include <unistd.h>\nvoid *tree_sitter_java(void) { for (;;) pause(); }\n")
    let with = try merge(exits: 1)
    #expect(with.bytes == without.bytes)
    #expect(with.messages.contains("it does not end"))
  }

  @Test func `a file that is no library costs a message, and no merge`() throws {
    try install("no library")
    #expect(try merge(exits: 1).messages.contains("the text is merged without it"))
  }

  @Test(.enabled(if: Grammars.areInstalled))
  func `the folders of the setting come first`() throws {
    let folder = "\(Grammars.data)/docmerge/grammars"
    #expect(try merge(exits: 1).messages.contains("1 conflict left"))
    let merged = try Program(
      Replica.command, in: self.folder.path,
      environment: [
        "XDG_DATA_HOME": data, "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "docmerge.grammars",
        "GIT_CONFIG_VALUE_0": folder,
      ]
    ).run(["merge", "base.java", "ours.java", "theirs.java"], exits: 0)
    #expect(merged.text.contains("throws A, B, C"))
  }

  @Test(.enabled(if: Grammars.areInstalled))
  func `a text read from a pipe is merged as one from a file`() throws {
    _ = try merge(exits: 1)
    let script = """
      "$0" merge --path K.java -L ours.java -L base.java -L theirs.java \\
        <(cat base.java) <(cat ours.java) <(cat theirs.java)
      """
    let shell = Program(
      "bash", in: folder.path, environment: ["XDG_DATA_HOME": Grammars.data])
    let merged = try shell.run(["-c", script, Replica.command], exits: 0)
    #expect(merged.text.contains("throws A, B, C"))
  }

  @Test(.enabled(if: Grammars.areInstalled))
  func `git calls the driver, which merges by the grammar`() throws {
    let driver = Program(
      Replica.command, in: folder.path, environment: ["XDG_DATA_HOME": Grammars.data])
    _ = try merge(exits: 1)
    try driver.run(
      ["merge-driver", "base.java", "ours.java", "theirs.java", "--path", "a.java"], exits: 0)
    #expect(File("\(folder.path)/ours.java").text?.contains("throws A, B, C") == true)
  }

  @Test func `a folder with the names of a repository loads no grammar`() throws {
    try Program("mkdir", in: folder.path).run(["-p", "objects", "refs", "lib"], exits: 0)
    File("\(folder.path)/HEAD").write(Array("ref: refs/heads/main\n".utf8))
    File("\(folder.path)/config").write(
      Array("[core]\n\tbare = true\n[docmerge]\n\tgrammars = \(folder.path)/lib\n".utf8))
    File("\(folder.path)/lib/java.so").write([])
    let list = try docmerge("grammars", "--json").report(List.self)
    #expect(list.grammars.allSatisfy { $0.path == nil })
  }
}
