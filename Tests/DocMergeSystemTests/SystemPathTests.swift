import DocMergeSystem
import Testing

/// Paths as values, and the calls that take one.
struct SystemPathTests {
  @Test(arguments: [
    (path: "/", parent: "/", name: ""),
    (path: "/a", parent: "/", name: "a"),
    (path: "/a/b", parent: "/a", name: "b"),
    (path: "a/b/c", parent: "a/b", name: "c"),
    (path: "a", parent: ".", name: "a"),
    (path: "", parent: ".", name: ""),
  ])
  func `a path is its parent and its name`(path: String, parent: String, name: String) {
    #expect(SystemPath(path).parent == SystemPath(parent))
    #expect(SystemPath(path).name == Array(name.utf8))
  }

  @Test func `an appended name is taken off again`() {
    for folder in ["a", "/a", "/a/b", "."].map({ SystemPath($0) }) {
      for name in ["b", "ü", "a b", "-"] {
        let path = folder.appending(name)
        #expect(path.parent == folder)
        #expect(path.name == Array(name.utf8))
        #expect(path == folder.appending(name.utf8))
      }
    }
  }

  @Test func `a name need not be text`() throws {
    let folder = try TestFolder()
    let path = folder.path.appending([0xFF, 0xFE])
    try OpenFile(path, for: .writing, .makesNew, permissions: 0o600).write([1])
    #expect(try folder.path.names() == [[0xFF, 0xFE]])
    #expect(path.contents() == [1])
  }

  @Test func `a link is looked at, and what it leads to`() throws {
    let folder = try TestFolder()
    let file = try folder.make("file", [1, 2])
    let link = folder("link")
    try link.makeLink(to: Array("file".utf8))
    #expect(try link.linkTarget() == Array("file".utf8))
    #expect(try link.ownStatus().form == .symlink)
    #expect(try link.status() == file.ownStatus())
    #expect(try link.status().isSameItem(as: file.status()))
    #expect(try !link.ownStatus().isSameItem(as: file.status()))
    #expect(try link.real() == file)
  }

  @Test func `a link that leads nowhere is there and is not`() throws {
    let link = try TestFolder()("link")
    #expect(throws: Errno.noSuchFile) { try link.status() }
    let folder = try TestFolder()
    let other = folder("link")
    try other.makeLink(to: Array("nothing".utf8))
    #expect(!other.exists)
    #expect(try other.ownStatus().form == .symlink)
    #expect(throws: Errno.noSuchFile) { try other.real() }
  }

  @Test func `links in a circle are reported`() throws {
    let folder = try TestFolder()
    try folder("a").makeLink(to: Array("b".utf8))
    try folder("b").makeLink(to: Array("a".utf8))
    #expect(throws: Errno.tooManyLinks) { try folder("a").status() }
  }

  @Test func `a second name takes no other's place, a rename does`() throws {
    let folder = try TestFolder()
    let (one, other) = (try folder.make("one", [1]), try folder.make("other", [2]))
    #expect(throws: Errno.fileExists) { try one.link(as: other) }
    try one.swap(with: other)
    #expect(one.contents() == [2])
    try one.rename(to: other)
    #expect(other.contents() == [2])
    #expect(try folder.names == ["other"])
  }

  @Test func `folders are made, listed and removed`() throws {
    let folder = try TestFolder()
    try folder("inner").makeFolder(permissions: 0o700)
    #expect(throws: Errno.fileExists) { try folder("inner").makeFolder() }
    #expect(throws: Errno.noSuchFile) { try folder("no/inner").makeFolder() }
    #expect(try folder("inner").status().permissions == 0o700)
    #expect(throws: Errno.isDirectory) { try folder("inner").removeFile() }
    try folder("inner").removeFolder()
    #expect(try folder.names.isEmpty)
    #expect(throws: Errno.noSuchFile) { try folder("inner").names() }
  }

  @Test func `what stands for no file has no contents`() throws {
    let folder = try TestFolder()
    #expect(folder("nothing").contents() == nil)
    #expect(folder.path.contents() == nil)
    #expect(SystemPath("/dev/null").contents() == [])
  }
}
