import DocMergeTestSupport
import Testing

@testable import DocMergeCommand

/// What `docmerge git doctor` finds, and what it does not take for wrong.
struct GitDoctorTests {
  private let place = GitPlace()

  private func doctor() -> Output {
    Program(Replica.command, in: place.path, environment: ["HOME": "\(place.path)/home"])
      .run(["git", "doctor"])
  }

  @Test func `knows macros in all folders, and settings of attributes of the repository`() throws {
    try place.git("init", "-q", "-b", "main")
    place.write([
      ".gitattributes": "[attr]mine merge=gone\n",
      "sub/.gitattributes": "*.a mine\n[attr]own merge=x\n*.b own\n",
      "shared": "*.c merge=lost\n",
    ])
    try place.git("config", "core.attributesFile", "\(place.path)/shared")
    let output = doctor()
    #expect(
      output.text.contains("sub/.gitattributes, line 1: no driver is called gone"), "\(output)")
    #expect(output.text.contains("shared, line 1: no driver is called lost"))
    #expect(!output.text.contains("called x"))
  }

  private static let lines: [(line: String, program: String?)] = [
    ("exec gone %A", "gone"), ("A=1 B='x y' gone %A", "gone"), ("env A=1 gone", "gone"),
    ("\"/no where/gone\" %A", "/no where/gone"), ("'/it'\\''s/gone' x", "/it's/gone"),
    ("'/it'\"'\"'s/gone' x", "/it's/gone"), ("command gone", "gone"),
    ("no\\ where/gone x", "no where/gone"),
    ("$HOME/x", nil), ("`x` y", nil), ("if x; then", nil), ("(gone)", nil), ("A=$(x y) gone", nil),
    ("", nil), ("true", nil), ("  gone;x", "gone"), ("\"$X\" y", nil), ("A=$X gone", "gone"),
  ]

  @Test(arguments: lines)
  func `finds the program of a line of the shell`(line: String, program: String?) {
    #expect(ShellLine.program(of: line) == program)
  }

  @Test func `is not misled by apostrophes in paths`() throws {
    try place.git("init", "-q", "-b", "main")
    place.write(["it's/tool": "#!/bin/sh\n"])
    try Program("chmod", in: place.path).run(["+x", "it's/tool"], exits: 0)
    let path = "\(place.path)/it's/tool".replacing("'", with: "'\\''")
    try place.git("config", "merge.x.driver", "'\(path)' %O %A %B")
    #expect(doctor().messages == "Nothing was found.\n")
    try place.git("config", "merge.x.driver", "exec '\(path)er' %O %A %B")
    #expect(doctor().text.contains("it's/tooler is missing"))
  }

  @Test func `finds tools that do not exist`() throws {
    try place.git("init", "-q", "-b", "main")
    for (name, value) in ["merge.tool": "no-such-tool", "diff.guitool": "ecmerge"] {
      try place.git("config", name, value)
    }
    let output = doctor()
    #expect(output.text.contains("merge.tool: git knows no tool no-such-tool"), "\(output)")
    #expect(output.text.contains("diff.guitool: git knows no tool ecmerge"))
    try place.git("config", "mergetool.no-such-tool.cmd", "true")
    try place.git("config", "diff.guitool", "no-such-tool")
    #expect(!doctor().text.contains("git knows no tool"))
  }

  @Test(arguments: [
    "<<<<<<<\na\n=======\nb\n>>>>>>>\n", "x\r\n<<<<<<< a\r\na\r\n=======\r\nb\r\n>>>>>>> b\r\n",
    "<<<<<<<<< a\na\n=========\nb\n>>>>>>>>> b\n",
    "<<<<<<< conflict 1 of 1\n%%%%%%% diff from: x\n-a\n+b\n+++++++ y\nc\n>>>>>>> conflict 1 of 1 ends\n",
    "<<<<<<< a\n<<<<<<< b\n1\n=======\n2\n>>>>>>> b\n=======\n3\n>>>>>>> a\n",
  ])
  func `finds committed markers of all kinds`(text: String) throws {
    try place.branches(base: ["a": "x\n" + text], ours: ["b": "Title\n=======\n"], theirs: [:])
    let output = doctor()
    #expect(output.text.contains("a: it was committed with conflict markers, in line"), "\(output)")
    #expect(output.lines.count == 2)
  }

  @Test func `finds files with structure of which all lines are taken`() throws {
    try place.git("init", "-q", "-b", "main")
    place.write([
      ".gitattributes":
        "*.pbxproj merge=union\n*.md merge=union\nCHANGELOG* merge=union\npackage* merge=union\n",
      "package-lock.json": "{}\n", "notes.md": "x\n",
    ])
    try place.git("add", "-A")
    let output = doctor()
    #expect(output.text.contains(".gitattributes, line 1: git takes all lines"), "\(output)")
    #expect(
      output.text.contains("package-lock.json: git takes all lines of both sides for this file"))
    #expect(output.lines.count == 4)
    place.write([".gitattributes": "*.md merge=union\n"])
    #expect(doctor().messages == "Nothing was found.\n")
    try place.git("config", "merge.default", "union")
    #expect(doctor().text.contains("merge.default: git takes all lines of both sides"))
  }

  @Test func `finds pointers of LFS in conflict`() throws {
    func pointer(_ digit: String) -> String {
      "version https://git-lfs.github.com/spec/v1\noid sha256:"
        + String(repeating: digit, count: 64) + "\nsize 12345\n"
    }
    try place.branches(
      base: ["film.mp4": pointer("1"), "a": "1\n"], ours: ["film.mp4": pointer("2"), "a": "2\n"],
      theirs: ["film.mp4": pointer("3"), "a": "3\n"])
    #expect(place.merge().status == 1)
    let output = doctor()
    #expect(
      output.text.contains("film.mp4: it is in conflict, and git has only the pointer"), "\(output)"
    )
    #expect(output.text.contains("docmerge resolve film.mp4 --ours, or --theirs"))
    #expect(output.lines.count == 2)
  }
}
