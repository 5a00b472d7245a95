import DocMergeTestSupport
import Foundation
import Testing

/// `docmerge markers check` and `docmerge markers convert`.
struct MarkersVerbTests {
  private let folder = TemporaryFolder()
  private let marked =
    "a\n<<<<<<< HEAD\nours\n||||||| 1a2b\nbase\n=======\ntheirs\n>>>>>>> topic\nz\n"

  private func write(_ name: String, _ text: String) {
    File("\(folder.path)/\(name)").write(Array(text.utf8))
  }

  private func markers(_ words: String..., input: String = "") -> Output {
    Program(Replica.command, in: folder.path).run(["markers"] + words, input: Array(input.utf8))
  }

  private func git(_ words: String...) throws {
    try Program("git", in: folder.path).run(words, exits: 0)
  }

  // MARK: check

  @Test func `names each marker with its file and line`() {
    write("src/a.c", marked)
    write("src/deep/b.c", "x\n=======\ny\n>>>>>>> b\n")
    write("src/.git/c", marked)
    write("README.md", "Title\n=======\n")
    let output = markers("check", "src", "README.md")
    #expect(output.status == 1)
    #expect(
      output.lines == [
        "src/a.c:2: conflict in diff3 style, to line 8",
        "src/deep/b.c:2: `=======` without `<<<<<<<`",
        "src/deep/b.c:4: `>>>>>>>` without `<<<<<<<`",
      ])
    #expect(output.messages.isEmpty)
    #expect(markers("check", "-q", "src").bytes.isEmpty)
  }

  @Test func `exits with 0 where there is none, and with 2 where it cannot look`() {
    write("README.md", "Title\n=======\n")
    write("binary", "\0<<<<<<< HEAD\n")
    let clean = markers("check", ".")
    #expect(clean.status == 0 && clean.bytes.isEmpty && clean.messages.isEmpty)
    #expect(markers("check", "none").status == 2)
    #expect(markers("check").status == 64)
  }

  @Test func `looks for markers of another length`() {
    write("a", "<<<<\nx\n====\ny\n>>>>\n")
    #expect(markers("check", "a").status == 0)
    #expect(markers("check", "a", "--marker-size", "4").status == 1)
  }

  @Test func `prints JSON`() throws {
    write("a", marked + ">>>>>>> b\n")
    let output = markers("check", "--json", "a")
    #expect(output.status == 1)
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(output.bytes)) as? [String: Any])
    #expect(json["format"] as? String == "docmerge-markers")
    let file = try #require((json["files"] as? [[String: Any]])?.first)
    let conflict = try #require((file["conflicts"] as? [[String: Any]])?.first)
    let finding = try #require((file["findings"] as? [[String: Any]])?.first)
    #expect(file["path"] as? String == "a")
    #expect(conflict["line"] as? Int == 2 && conflict["lines"] as? Int == 7)
    #expect(conflict["style"] as? String == "diff3" && conflict["hasBase"] as? Bool == true)
    #expect(conflict["sides"] as? [String] == ["HEAD", "topic"])
    #expect(finding["line"] as? Int == 10 && finding["marker"] as? String == ">")
    #expect(finding["problem"] as? String == "stray")
    #expect(finding["text"] as? String == "`>>>>>>>` without `<<<<<<<`")
    let empty = markers("check", "--json", "/dev/null")
    #expect(empty.status == 0 && empty.text.contains(#""files" : ["#))
  }

  @Test func `checks what git has staged, as a hook`() throws {
    try git("init", "-q", "-b", "main")
    try git("config", "user.name", "Anna")
    try git("config", "user.email", "anna@example.org")
    write("sub/a b.md", marked)
    write("fine.md", "fine\n")
    try git("add", "-A")
    // The contents of the folder do not count.
    write("sub/a b.md", "mended\n")
    write("fine.md", marked)
    let output = markers("check", "--staged")
    #expect(output.status == 1, "\(output)")
    #expect(output.lines == ["sub/a b.md:2: conflict in diff3 style, to line 8"])
    #expect(markers("check", "--staged", "fine.md").status == 0)
    let hook = File("\(folder.path)/.git/hooks/pre-commit")
    hook.write(Array("#!/bin/sh\nexec '\(Replica.command)' markers check --staged\n".utf8))
    hook.setPermissions(0o755)
    let refused = Program("git", in: folder.path).run(["commit", "-q", "-m", "x"])
    #expect(refused.status == 1)
    try git("add", "sub")
    try git("commit", "-q", "-m", "x")
    #expect(markers("check", "--staged").status == 0)
  }

  @Test func `says that there is no repository`() {
    let output = markers("check", "--staged")
    #expect(output.status == 2)
    #expect(output.messages.contains("docmerge: git diff ended with"))
  }

  // MARK: convert

  @Test func `converts there and back, byte for byte`() {
    for style in ["jj-diff", "jj-snapshot", "mergediff", "zdiff3"] {
      write("a", marked)
      #expect(markers("convert", "--to", style, "a").status == 0)
      #expect(File("\(folder.path)/a").text?.contains("ours") == true)
      #expect(markers("convert", "--to", "diff3", "a").status == 0)
      #expect(File("\(folder.path)/a").text == marked, "\(style)")
    }
  }

  @Test func `prints instead, and reads standard input`() {
    write("a", marked)
    let merge = "a\n<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> topic\nz\n"
    #expect(markers("convert", "--to", "merge", "-p", "a").text == merge)
    #expect(File("\(folder.path)/a").text == marked)
    #expect(markers("convert", "--to", "merge", "-", input: marked).text == merge)
    let jj = markers("convert", "--to", "jj-diff", "-", input: marked).text
    #expect(
      jj == "a\n<<<<<<< conflict 1 of 1\n%%%%%%% diff from: 1a2b\n\\\\\\\\\\\\\\        to: HEAD\n"
        + "-base\n+ours\n+++++++ topic\ntheirs\n>>>>>>> conflict 1 of 1 ends\nz\n")
    let fossil = markers("convert", "--to", "fossil", "-", input: marked).text
    #expect(
      fossil.contains("||||||| COMMON ANCESTOR content follows |||||||||||||||||||||||||\nbase\n"))
  }

  @Test func `leaves a conflict that the style cannot show`() {
    let plain = "<<<<<<< A\nx\n=======\ny\n>>>>>>> B\n"
    write("a", plain + marked)
    let output = markers("convert", "--to", "jj-snapshot", "a")
    #expect(output.status == 1)
    #expect(output.messages == "a: lines 1–5: stays as it is, since it shows no base\n")
    #expect(
      File("\(folder.path)/a").text?.hasPrefix(plain + "a\n<<<<<<< conflict 2 of 2\n") == true)
    #expect(markers("convert", "--to", "mine", "a").status == 64)
  }

  @Test func `does not wait for pipes without a writer`() {
    #expect(mkfifo("\(folder.path)/pipe", 0o600) == 0)
    for words in [["check", "pipe"], ["convert", "--to", "merge", "pipe"]] {
      let output = Program("timeout", in: folder.path)
        .run(["20", Replica.command, "markers"] + words)
      #expect(output.status == 2)
      #expect(output.messages.contains("pipe is neither a file nor a folder"))
    }
    #expect(markers("check", ".").status == 0)
    let line = "printf '<<<<<<< a\\n' | '\(Replica.command)' markers check /dev/stdin"
    #expect(Program("sh", in: folder.path).run(["-c", line]).status == 1)
  }

  @Test func `reports the conflicts of Perforce, and leaves them alone`() throws {
    let text =
      "a\n>>>> ORIGINAL //notes/a#1\nx\n==== THEIRS //notes/a#2\ny\n==== YOURS //anna/a\nz\n<<<<\nb\n"
    write("a", text)
    write("b", ">>>> ORIGINAL is quoted here\n<<<<\n>>>> a reply\n")
    let output = markers("check", "a", "b")
    #expect(output.lines.count == 1 && output.status == 1, "\(output)")
    #expect(output.text.hasPrefix("a:2: conflict in Perforce's style, to line 8"))
    #expect(markers("check", "--json", "a").text.contains("\"problem\" : \"perforce\""))
    let resolve = Program(Replica.command, in: folder.path).run(["resolve", "a", "--ours"])
    #expect(resolve.status == 1 && resolve.messages.contains("p4 resolve"), "\(resolve)")
    #expect(File("\(folder.path)/a").text == text)
  }
}
