import DocMergeContainer
import DocMergeObjects
import DocMergeSync
import DocMergeTestSupport
import DocMergeUpkeep
import Glibc

/// Many simulations, in several processes.
package struct Batch: Sendable {
  /// A run may take so long, in seconds: longer is for ever.
  private static let patience: UInt32 = 120
  /// After so many failures a process stops.
  private static let enough = 5
  /// How many runs one child does.
  private static let block = 10

  private let folder: String
  private let seeds: Range<Int>
  private let processes: Int
  private let notes: BatchNotes

  /// Plans runs.
  ///
  /// - Parameters:
  ///   - seeds: one a run.
  ///   - folder: where they happen.
  ///   - processes: how many to use.
  ///   - notes: a file for the finished runs, from which the same batch goes on when it was cut off; `nil` to
  ///     start anew in any case.
  /// - Throws: an error when this program cannot be read.
  package init(seeds: Range<Int>, in folder: String, processes: Int, notes: String?) throws {
    self.seeds = seeds
    self.folder = folder
    self.processes = processes
    let program = notes == nil ? "" : try BatchNotes.program().description
    self.notes = BatchNotes(
      path: notes ?? "\(folder)/notes", plan: "\(seeds.lowerBound) \(seeds.count) \(program)")
    if notes == nil { FolderTree.remove(self.notes.path) }
  }

  /// What came of all runs.
  package struct Outcome: Sendable {
    /// The seeds of all runs.
    package var seeds: Set<Int> = []
    /// How many of them were done before, by a batch that was cut off.
    package var earlier = 0
    /// How often each thing happened.
    package var counts: [String: Int] = [:]
    /// What went wrong, each with its seed and the steps that led to it.
    package var failures: [String] = []
    /// The steps of the run, if it was the only one.
    package var logs: [String] = []
    /// The sum of all ends: the same for the same seeds.
    package var digest: UInt64 = 0
  }

  /// Runs those that are not done yet.
  ///
  /// - Throws: ``World/Failure`` when the notes are of other runs.
  package func run() throws -> Outcome {
    try notes.open()
    let done = outcome().seeds
    let running = (0..<processes).map { process in
      ChildRun.start { _ in work(process, done: done) }
    }
    let ends = running.map { $0.finish() }
    var outcome = outcome()
    outcome.earlier = done.count
    for (process, end) in ends.enumerated() where end.status != 0 {
      let seed = FolderTree.bytes(place(process) + "-seed")
      outcome.failures.append(
        "seed \(String(decoding: seed, as: UTF8.self)): ended with status \(end.status)\n")
    }
    return outcome
  }

  /// What the notes tell.
  private func outcome() -> Outcome {
    var outcome = Outcome()
    for line in notes.lines() { take(line, into: &outcome) }
    return outcome
  }

  private func place(_ process: Int) -> String { "\(folder)/process\(process)" }

  /// Every tenth run starts in a new process: libgit2 1.5 loses memory whenever it looks up a remote.
  ///
  /// Processes take turns by tens: what a seed ends in says how much there is to do, so that otherwise one of
  /// them would be done long before the other.
  private func work(_ process: Int, done: Set<Int>) -> Int32 {
    // What a killed batch left.
    FolderTree.remove(place(process))
    let own = seeds.filter { $0 / Batch.block % processes == process && !done.contains($0) }
    var failures = 0
    for start in stride(from: 0, to: own.count, by: Batch.block) where failures < Batch.enough {
      let child = ChildRun.start { tell in
        for seed in own[start..<min(start + Batch.block, own.count)] {
          runOne(seed, process, tell)
        }
        return 0
      }.finish()
      guard child.status == 0, (try? notes.note(child.told)) != nil else {
        return max(child.status, 1)
      }
      failures += String(decoding: child.told, as: UTF8.self).split(separator: "\n")
        .count { $0.hasPrefix("failure") }
      if process == 0, isatty(STDERR_FILENO) == 1 {
        let words = Array("\(100 * (start + Batch.block) / max(own.count, Batch.block)) %\r".utf8)
        _ = write(STDERR_FILENO, words, words.count)
      }
    }
    return 0
  }

  private func runOne(_ seed: Int, _ process: Int, _ tell: ([UInt8]) -> Void) {
    _ = FolderTree.write(
      Array("\(seed)".utf8), to: place(process) + "-seed", replacing: false, nanoseconds: 0)
    alarm(Batch.patience)
    let run = Simulation(
      seed: seed, in: place(process), asksGit: seed % 50 == 0, keepsFailed: seeds.count == 1)
    alarm(0)
    var words = "run \(seed) \(UInt64(run.digest.prefix(16), radix: 16) ?? 0)\n"
    for (what, count) in run.counts { words += "count \(count) \(what)\n" }
    if seeds.count == 1 { for line in run.log { words += "log \(line)\n" } }
    if let failure = run.failure {
      let text = "seed \(seed): \(failure)\n" + run.log.map { "  \($0)\n" }.joined()
      words += "failure \(text.utf8.map { String($0) }.joined(separator: ","))\n"
    }
    tell(Array(words.utf8))
  }

  private func take(_ line: Substring, into outcome: inout Outcome) {
    let words = line.split(separator: " ", maxSplits: 2)
    switch words[0] {
    case "run":
      outcome.seeds.insert(Int(words[1]) ?? 0)
      outcome.digest &+= UInt64(words[2]) ?? 0
    case "log": outcome.logs.append(String(line.dropFirst(4)))
    case "count": outcome.counts[String(words[2]), default: 0] += Int(words[1]) ?? 0
    case "failure":
      let bytes = words[1].split(separator: ",").compactMap { UInt8($0) }
      outcome.failures.append(String(decoding: bytes, as: UTF8.self))
    default: break
    }
  }
}
