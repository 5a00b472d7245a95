import DocMergeContainer
import DocMergeObjects
import DocMergeSync
import DocMergeTestSupport
import DocMergeUpkeep
import Glibc

/// The outcome for replicas that sync with a remote of false data, and the rules that it breaks.
package struct RemoteTrial {
  private let meeting: FuzzedMeeting
  /// A remote without false data.
  private let honestRemote: String
  private let command: String
  /// What was wrong.
  package private(set) var failures: [String] = []

  /// The bytes of memory that a command may ask for; AddressSanitizer needs far more.
  private static let memory =
    getenv("DOCMERGE_FUZZ_MEMORY").map { String(cString: $0) } ?? "\(250 << 20)"
  /// The seconds that a command may take.
  private static let patience = 20
  private static let statuses: Set<Int32> = [0, 1, 2, 64, 75]

  /// Plans a trial.
  ///
  /// - Parameters:
  ///   - meeting: replicas, and a remote with something wrong in it; they are used up.
  ///   - honestRemote: the remote as it was before.
  ///   - command: the path of the built command.
  package init(_ meeting: FuzzedMeeting, honestRemote: String, command: String) {
    self.meeting = meeting
    self.honestRemote = honestRemote
    self.command = command
  }

  /// Lets Anna sync with the liar, look at what came, and meet honest people again.
  package mutating func run() throws {
    let outside = Set(around())
    let own = try blobs()
    let sync = run(["sync"], in: meeting.anna)
    check(sync.status == 0 || sync.status == 1, "sync ended with \(sync.status): \(sync.messages)")
    let honest = File("\(meeting.anna)/\(FuzzedMeeting.honest.name)").text
    check(honest == FuzzedMeeting.honest.text, "what Berta wrote did not come: \(sync.messages)")
    checkRest(outside, own)
    look()
    try syncWithHonestReplicas()
    checkRest(outside, own)
  }

  // MARK: Rules

  private mutating func check(_ isKept: Bool, _ rule: @autoclosure () -> String) {
    if !isKept { failures.append(rule()) }
  }

  private mutating func checkRest(_ outside: Set<String>, _ own: [String: String]) {
    let now = Set(around())
    check(now == outside, "something outside was touched: \(now)")
    let kept = Program("git", in: meeting.anna)
      .run(["--git-dir=.docmerge", "rev-list", "--objects", "--all"])
    for (name, blob) in own {
      check(kept.text.contains(blob), "\(name) is in no version any more")
    }
    let fsck = Program("git", in: meeting.anna)
      .run(["--git-dir=.docmerge", "fsck", "--strict", "--no-dangling"])
    check(fsck.status == 0, "git fsck: \(fsck.messages)")
  }

  /// All commands that show the data of others.
  private mutating func look() {
    let list = run(["list", "--all", "--json"], in: meeting.anna)
    run(["verify"], in: meeting.anna)
    run(["audit"], in: meeting.anna)
    run(["status"], in: meeting.anna)
    run(["operations"], in: meeting.anna)
    run(["list", "--all"], in: meeting.anna)
    guard let report = try? list.report(ListReport.self) else { return }
    for document in report.documents {
      run(["versions", "id:\(document.id)"], in: meeting.anna)
      run(["show", "id:\(document.id)"], in: meeting.anna, showsContents: true)
    }
  }

  /// Berta meets Anna at an honest remote; they must agree.
  private mutating func syncWithHonestReplicas() throws {
    for name in ["Anna", "Berta"] {
      try GitStore(path: "\(meeting.path)/\(name)/.docmerge")
        .setConfiguration("remote.home.url", to: honestRemote)
    }
    for place in [meeting.anna, meeting.berta, meeting.anna, meeting.berta] {
      let output = run(["sync"], in: place)
      check(output.status == 0 || output.status == 1, "\(place) ended with \(output.status)")
      check(!output.messages.contains("Left out"), "honest people fall out: \(output.messages)")
    }
    let same = Program("diff", in: meeting.path)
      .run(["--no-dereference", "-r", "-x", ".docmerge", "Anna", "Berta"])
    check(same.status == 0, "not the same: \(same.text)")
  }

  // MARK: Watching

  /// Runs the command with little memory, and looks at how it ended and what it wrote.
  @discardableResult
  private mutating func run(
    _ words: [String], in place: String, showsContents: Bool = false
  ) -> Output {
    let limits = [
      "--data=\(RemoteTrial.memory)", "--core=0", "timeout", "-s", "KILL",
      "\(RemoteTrial.patience)",
    ]
    let output = Program("prlimit", in: place).run(limits + [command] + words)
    let name = words.joined(separator: " ")
    check(RemoteTrial.statuses.contains(output.status), "\(name) ended with \(output.status)")
    let written = showsContents ? output.messageBytes : output.bytes + output.messageBytes
    check(RemoteTrial.isHarmless(written), "\(name) wrote something that acts on a terminal")
    check(written.count < 1 << 18, "\(name) wrote \(written.count) bytes")
    return output
  }

  /// Whether text is UTF-8 without anything that acts on a terminal.
  package static func isHarmless(_ bytes: [UInt8]) -> Bool {
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    return text.unicodeScalars.allSatisfy { scalar in
      if scalar == "\n" { return true }
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: return false
      case .format: return scalar.value == 0x200C || scalar.value == 0x200D
      default: return true
      }
    }
  }

  /// The files around the containers, with sizes and dates.
  private func around() -> [String] {
    let names = ["-path", "./Anna", "-o", "-path", "./Berta", "-o", "-path", "./remote.git"]
    return Program("find", in: meeting.path)
      .run(
        [".", "-mindepth", "1", "("] + names + [")", "-prune", "-o", "-printf", "%p %s %T@ %l\\n"]
      )
      .lines
  }

  /// The ids of what Anna's documents hold.
  private func blobs() throws -> [String: String] {
    var result: [String: String] = [:]
    for (name, text) in FuzzedMeeting.documents {
      let object = GitObject(kind: .blob, bytes: Array(text.utf8))
      result[name] = try object.id.description
    }
    return result
  }
}
