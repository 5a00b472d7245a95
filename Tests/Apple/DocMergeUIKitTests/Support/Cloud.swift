import DocMergeTestSupport
import DocMergeUIKit

/// A container that takes the place of this person's, for one test.
final class Cloud {
  let folder = TemporaryFolder()
  let documents: URL
  private let before = UbiquityContainers.standard

  init() throws {
    let containers = UbiquityContainers(
      folder: URL(fileURLWithPath: "\(folder.path)/containers", isDirectory: true),
      defaultIdentifier: "notes")
    documents = try containers.makeContainer(identifier: "notes")
      .appendingPathComponent("Documents", isDirectory: true)
    UbiquityContainers.standard = containers
  }

  deinit {
    UbiquityContainers.standard = before
  }

  func url(_ name: String) -> URL { documents.appendingPathComponent(name) }

  /// Writes a document as any program would.
  @discardableResult
  func write(_ name: String, _ text: String) -> URL {
    File(url(name).path).write(Array(text.utf8))
    return url(name)
  }

  /// Makes a remote, and another replica that has met this one there.
  func makeOtherReplica() throws -> (program: Program, write: (String, String) -> Void) {
    let place = documents.deletingLastPathComponent().path
    let remote = "\(folder.path)/remote.git"
    let own = Program(Replica.command, in: place)
    try own.run(["remote", "add", "home", remote], exits: 0)
    try own.run(["sync"], exits: 0)
    let other = "\(folder.path)/other"
    try own.run(["clone", remote, other, "--replica-name", "tablet"], exits: 0)
    return (
      Program(Replica.command, in: other),
      { name, text in File("\(other)/\(name)").write(Array(text.utf8)) }
    )
  }

  /// A document in conflict: the contents written here, and those written later on a tablet.
  func conflict(_ name: String, ours: String, theirs: String, isNewer: Bool = false) throws -> URL {
    let url = write(name, ours)
    File(url.path).setDate(seconds: 2_000_000)
    try NSFileVersion.makeConflict(
      ofItemAt: url, contents: Data(theirs.utf8), computer: "tablet",
      date: Date(timeIntervalSince1970: isNewer ? 3_000_000 : 1_000_000))
    return url
  }
}

/// Waits until something is so, for at most two minutes.
@MainActor
func eventually(_ isSo: () -> Bool) async -> Bool {
  let end = ContinuousClock.now + .seconds(120)
  while !isSo() {
    guard ContinuousClock.now < end else { return false }
    try? await Task.sleep(for: .milliseconds(10))
  }
  return true
}
