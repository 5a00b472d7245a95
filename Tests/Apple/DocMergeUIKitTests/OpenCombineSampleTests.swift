import DocMergeTestSupport
import Foundation
import Testing

/// The sample with OpenCombine: a package of its own, which is built apart from the tests.
struct OpenCombineSampleTests {
  private let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Runs the package manager, behind everything else that wants the processors.
  private func swift(_ words: String..., environment: [String: String] = [:]) -> Output {
    // With the settings of the person who runs the tests, which may be needed to reach GitHub; tests have none
    // otherwise.
    let settings = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let own = ["GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_GLOBAL", "GIT_CEILING_DIRECTORIES"]
    // The sample is built as users build it, not as the tests are.
    let unset = (own.filter { settings[$0] == nil } + ["DOCMERGE_OPTIMIZE"]).flatMap { ["-u", $0] }
    let places = [
      "--package-path", package.appending(path: "Samples/Itinerary").path,
      // Not the scratch path of the tests, which is locked by their build.
      "--scratch-path", package.appending(path: ".build/samples").path,
    ]
    return Program("env", in: package.path, environment: settings)
      .run(unset + ["nice", "-n", "19", "swift"] + words + places)
  }

  /// Builds the sample, and says where it is; the test is skipped where OpenCombine cannot be fetched.
  private func built() throws -> String {
    let resolved = swift("package", "resolve")
    if resolved.status != 0,
      resolved.messages.contains("clone repository https://github.com/OpenCombine/OpenCombine")
    {
      try Test.cancel("OpenCombine can be fetched neither from GitHub nor from a cache")
    }
    // What was planned before knows nothing of files that were added to the package since.
    let output = swift("build", "--disable-build-manifest-caching")
    try #require(output.status == 0, "\(resolved) \(output)")
    return package.appending(path: ".build/samples/debug/Itinerary").path
  }

  @Test func `the article on publishers shows the sample as it is`() throws {
    let folder = "Sources/Apple/DocMergeUIKit/DocMergeUIKit.docc"
    let article = try #require(
      File(package.appending(path: "\(folder)/Publishers.md").path).text)
    for name in ["ItineraryDocument", "UIDocument+Publishers"] {
      let path = package.appending(path: "Samples/Itinerary/Sources/Itinerary/\(name).swift").path
      #expect(article.contains("```swift\n\(try #require(File(path).text))```\n"))
    }
  }

  @Test func `a model, states, conflicts and progress are published with OpenCombine`() throws {
    let sample = try built()
    let meeting = Meeting()
    let home = try meeting.replicas("A", documents: ["lisbon.txt": "Belem\n"])[0]
    let tablet = meeting.folder("B")
    try tablet.clone(meeting.remote)
    try home.save("lisbon.txt", "Porto\nBelem\n")
    try home.docmerge("sync")
    let script = """
      mkfifo ../in
      stdbuf -oL "$0" lisbon.txt <../in >../log & exec 3>../in
      wait_for() { until grep -q "^$1" ../log; do sleep 0.05; done; }
      wait_for 'stops: Belem$'
      wait_for 'progress: 100 %'
      echo Faro >&3
      wait_for 'stops: Belem, Faro'
      "$1" sync
      wait_for 'in conflict with .*A'
      wait_for 'stops: Porto, Belem, Faro'
      exec 3>&-
      wait $!
      """
    let shell = Program("timeout", in: tablet.path)
    let output = shell.run(["120", "bash", "-c", script, sample, Replica.command])
    let log = File("\(tablet.path)/../log").text ?? ""
    #expect(output.status == 0, "\(output)\n\(log)")
    let lines = log.split(separator: "\n")
    #expect(lines.first == "state: closed" && lines.last == "state: closed")
    #expect(lines.contains("state: normal") && lines.contains("state: in conflict"))
    #expect(tablet.contents == ["lisbon.txt": "Porto\nBelem\nFaro\n"])
    try tablet.docmerge("status")
  }
}
