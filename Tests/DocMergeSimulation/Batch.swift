import DocMergeStore
import DocMergeTestSupport
import Glibc

/// Many simulations, in several processes.
package struct Batch: Sendable {
  /// A run may take so long, in seconds: longer is for ever.
  private static let patience: UInt32 = 120
  /// After so many failures a process stops.
  private static let enough = 5

  private let folder: String
  private let seeds: Range<Int>
  private let processes: Int

  /// Plans runs.
  ///
  /// - Parameters:
  ///   - seeds: one a run.
  ///   - folder: where they happen.
  ///   - processes: how many to use.
  package init(seeds: Range<Int>, in folder: String, processes: Int) {
    self.seeds = seeds
    self.folder = folder
    self.processes = processes
  }

  /// What came of all runs.
  package struct Outcome: Sendable {
    /// How many there were.
    package var runs = 0
    /// How often each thing happened.
    package var counts: [String: Int] = [:]
    /// What went wrong, each with its seed and the steps that led to it.
    package var failures: [String] = []
    /// The sum of all ends: the same for the same seeds.
    package var digest: UInt64 = 0
  }

  /// Runs them all.
  package func run() -> Outcome {
    let running = (0..<processes).map { process in
      ChildRun.start { tell in work(process, tell) }
    }
    var outcome = Outcome()
    for (process, child) in running.enumerated() {
      let end = child.finish()
      take(String(decoding: end.told, as: UTF8.self), into: &outcome)
      if end.status != 0 {
        let seed = FolderTree.bytes(place(process) + "-seed")
        outcome.failures.append(
          "seed \(String(decoding: seed, as: UTF8.self)): ended with status \(end.status)\n")
      }
    }
    return outcome
  }

  private func place(_ process: Int) -> String { "\(folder)/process\(process)" }

  private func work(_ process: Int, _ tell: ([UInt8]) -> Void) -> Int32 {
    var counts: [String: Int] = [:]
    var (runs, failures, digest) = (0, 0, 0 as UInt64)
    for seed in seeds where seed % processes == process && failures < Batch.enough {
      _ = FolderTree.write(
        Array("\(seed)".utf8), to: place(process) + "-seed", replacing: false, nanoseconds: 0)
      alarm(Batch.patience)
      let run = Simulation(seed: seed, in: place(process), asksGit: seed % 50 == 0)
      alarm(0)
      runs += 1
      counts.merge(run.counts, uniquingKeysWith: +)
      digest &+= UInt64(run.digest.prefix(16), radix: 16) ?? 0
      if let failure = run.failure {
        failures += 1
        let text = "seed \(seed): \(failure)\n" + run.log.map { "  \($0)\n" }.joined()
        tell(Array("failure \(Array(text.utf8).map { String($0) }.joined(separator: ","))\n".utf8))
      }
    }
    let words = counts.map { "count \($0.value) \($0.key)\n" }.joined()
    tell(Array("runs \(runs)\ndigest \(digest)\n\(words)".utf8))
    return 0
  }

  private func take(_ told: String, into outcome: inout Outcome) {
    for line in told.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 2)
      switch words[0] {
      case "runs": outcome.runs += Int(words[1]) ?? 0
      case "digest": outcome.digest &+= UInt64(words[1]) ?? 0
      case "count": outcome.counts[String(words[2]), default: 0] += Int(words[1]) ?? 0
      case "failure":
        let bytes = words[1].split(separator: ",").compactMap { UInt8($0) }
        outcome.failures.append(String(decoding: bytes, as: UTF8.self))
      default: continue
      }
    }
  }
}
