import DocMergeTestSupport
import Foundation
import Testing

/// `docmerge resolve --web`, in a real browser, and the effects of the decisions made there.
struct PageTests {
  private func stopped() throws -> GitFolder {
    let folder = try GitFolder()
    let text = (1...40).map { "line \($0)\n" }.joined()
    func edited(_ word: String) -> String {
      [5, 15, 25, 35].reduce(text) { $0.replacing("line \($1)\n", with: "\(word) \($1)\n") }
    }
    // Strict leaves what balanced would merge: a suggestion.
    func sentence(_ one: String, _ two: String) -> String {
      "The \(one) text is read by the person who wrote the \(two) one.\n"
    }
    func write(_ picture: [UInt8], _ byte: UInt8, _ colour: String) {
      folder.write("b.bin", [0, byte])
      folder.write("picture.png", picture)
      folder.write("settings.json", Self.settings(colour))
      folder.write("z.svg", Self.drawing(colour))
    }
    try folder.fork {
      folder.write("a.md", text)
      folder.write("c.json.md", sentence("first", "second"))
      write(Pictures.base, 1, "gray")
    } ours: {
      folder.write("a.md", edited("ours"))
      folder.write("c.json.md", sentence("new", "second"))
      write(Pictures.ours, 2, "grey")
    } theirs: {
      folder.write("a.md", edited("theirs"))
      folder.write("c.json.md", sentence("first", "old"))
      write(Pictures.theirs, 3, "darkgray")
    }
    try folder.git("merge", "-q", "theirs", exits: 1)
    return folder
  }

  /// A repository with a merge in which a rule decided one conflict.
  private func mergedByRule() throws -> GitFolder {
    let folder = try GitFolder()
    let line = "We meet on Monday in the large hall.\n"
    try folder.fork {
      folder.write("a.md", "top\n\n\(line)")
    } ours: {
      folder.write("a.md", "top\n\n\(line.replacing("Monday", with: "Friday"))")
    } theirs: {
      folder.write("a.md", "top\n\n\(line.replacing("large", with: "small"))")
    }
    let driver = "\(Replica.command) merge-driver %O %A %B --marker-size %L --path %P"
    try folder.git("config", "merge.docmerge.driver", driver)
    folder.write(".git/info/attributes", "* merge=docmerge\n")
    try folder.git("merge", "-q", "--no-edit", "theirs")
    return folder
  }

  private static let paths = [
    "a.md", "b.bin", "c.json.md", "picture.png", "settings.json", "z.svg",
  ]

  private static func settings(_ colour: String) -> String {
    """
    {
      "name": "garden",
      "window": {
        "colour": "\(colour)",
        "width": 800,
        "height": 600
      },
      "plants": ["rose", "fern"]
    }

    """
  }

  private static func drawing(_ colour: String) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40">
      <rect width="60" height="40" fill="white"/>
      <circle cx="30" cy="20" r="15" fill="\(colour)"/>
    </svg>

    """
  }

  private func serve(_ folder: GitFolder, locale: String = "C") throws -> BrowserPage {
    try BrowserPage(["resolve", "--web", "--policy", "strict"], in: folder.path, locale: locale)
  }

  @Test(
    .enabled(
      if: BrowserPage.isPossible, "chromium, chromium-driver and python3-selenium are missing"))
  func `a person decides on the page, and sees why`() throws {
    let folder = try stopped()
    #expect(try serve(folder).drive(by: "page_test.py") == 1)
    #expect(try folder.unmerged() == Self.paths)
    #expect(folder.read(".git/docmerge/session.json") != nil)
  }

  @Test(
    .enabled(
      if: BrowserPage.isPossible, "chromium, chromium-driver and python3-selenium are missing"))
  func `the page to decide speaks German`() throws {
    let folder = try stopped()
    #expect(try serve(folder, locale: "de_DE.UTF-8").drive(by: "german_test.py") == 1)
  }

  @Test(
    .enabled(
      if: BrowserPage.isPossible, "chromium, chromium-driver and python3-selenium are missing"))
  func `the page to read speaks German`() throws {
    let folder = try stopped()
    let page = try BrowserPage(["diff", "--web"], in: folder.path, locale: "de_DE.UTF-8")
    #expect(page.drive(by: "german_reading_test.py") == 0)
  }

  @Test(
    .enabled(
      if: BrowserPage.isPossible, "chromium, chromium-driver and python3-selenium are missing"))
  func `the page of decisions of rules speaks German`() throws {
    let folder = try mergedByRule()
    let page = try BrowserPage(["review", "--web"], in: folder.path, locale: "de_DE.UTF-8")
    #expect(page.drive(by: "german_reading_test.py") == 0)
  }

  @Test(
    .enabled(
      if: BrowserPage.isPossible, "chromium, chromium-driver and python3-selenium are missing"))
  func `differences are read on a page`() throws {
    let folder = try stopped()
    let page = try BrowserPage(["diff", "--web"], in: folder.path)
    #expect(page.drive(by: "diff_test.py") == 0)
    #expect(try folder.unmerged() == Self.paths)
  }

  @Test(
    .enabled(
      if: BrowserPage.isPossible, "chromium, chromium-driver and python3-selenium are missing"))
  func `what rules decided is read on a page`() throws {
    let folder = try mergedByRule()
    let page = try BrowserPage(["review", "--web"], in: folder.path)
    #expect(page.drive(by: "review_test.py") == 0)
    let text = try #require(folder.read("a.md"))
    #expect(
      text.hasPrefix("top\n\n<<<<<<<") && text.contains("=======") && text.hasSuffix("theirs\n"))
  }

  @Test(
    .enabled(
      if: BrowserPage.isPossible, "chromium, chromium-driver and python3-selenium are missing"))
  func `what a rule decided is decided anew on a page`() throws {
    let folder = try GitFolder()
    let line = "We meet on Monday in the large hall.\n"
    try folder.fork {
      folder.write("a.md", "\(line)\nEnd\n")
    } ours: {
      folder.write("a.md", line.replacing("Monday", with: "Friday") + "\nThe end\n")
    } theirs: {
      folder.write("a.md", line.replacing("large", with: "small") + "\nFinis\n")
    }
    try folder.git("merge", "-q", "--no-edit", "theirs", exits: 1)
    let page = try BrowserPage(["resolve", "--web"], in: folder.path)
    #expect(page.drive(by: "reopen_test.py") == 0)
    #expect(folder.read("a.md") == line.replacing("Monday", with: "Friday") + "\nFinis\n")
  }

  @Test(
    .enabled(
      if: BrowserPage.isPossible, "chromium, chromium-driver and python3-selenium are missing"))
  func `the files of a folder that is one document are listed`() throws {
    let meeting = Meeting()
    let replicas = try meeting.replicas(
      "A", "B", documents: ["trip.imagenotes/text.md": "text\n", "trip.imagenotes/img/1": "one\n"])
    replicas[0].write("trip.imagenotes/text.md", "by A\n")
    replicas[1].write("trip.imagenotes/img/1", "by B\n")
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync", exits: 1)
    let page = try BrowserPage(["resolve", "--web"], in: replicas[1].path)
    #expect(page.drive(by: "package_test.py") == 1)
  }

  @Test(.enabled(if: HostedTool.exists("curl"), "curl is missing"))
  func `a signal ends the page, and what was decided is kept`() throws {
    let folder = try stopped()
    let page = try serve(folder)
    #expect(try page.answer("state").contains("a.md"))
    let outside = Program("curl", in: "/").run(
      ["-sS", "-o", "/dev/null", "-w", "%{http_code}", "-H", "Host: example.org", page.address])
    #expect(outside.text == "403")
    page.process.terminate()
    page.process.waitUntilExit()
    #expect(page.process.terminationStatus == 1)
    #expect(try folder.unmerged() == Self.paths)
  }

  @Test func `a page needs no terminal, and no strategy beside it`() throws {
    let folder = try stopped()
    try folder.docmerge("resolve", "--web", "--all", "--ours", exits: 64)
    try folder.docmerge("diff", "--web", "--json", exits: 64)
    try folder.docmerge("review", "--web", "--json", exits: 64)
  }

  @Test func `where nothing differs, no page is served`() throws {
    let folder = try GitFolder()
    try folder.docmerge("diff", "--web")
    try folder.docmerge("review", "--web")
  }
}
