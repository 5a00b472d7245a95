import DocMergeContainer
import DocMergeObjects
import DocMergeSimulation
import DocMergeSync
import DocMergeSystem
import DocMergeUpkeep
import Glibc

// The program behind Scripts/simulate.sh: RUNS runs in FOLDER, with the seeds from SEED on.
//
//   DocMergeSimulator FOLDER RUNS SEED [PROCESSES [NOTES]]
//
// The finished runs are noted in NOTES; the same command, cut off, goes on from there.
// One run alone is printed step by step, and stays in FOLDER when it failed.
//
// Exit status: 0 nothing failed, 1 something did, 2 the notes are of other runs, 129 wrong words.

// The order in which sets and dictionaries are gone through must not differ from run to run.
if getenv("SWIFT_DETERMINISTIC_HASHING") == nil {
  setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
  execv("/proc/self/exe", CommandLine.unsafeArgv)
}

let numbers = CommandLine.arguments.dropFirst(2).compactMap { Int($0) }
guard CommandLine.arguments.count > 2, numbers.count >= 2 else {
  print("usage: DocMergeSimulator FOLDER RUNS SEED [PROCESSES [NOTES]]")
  exit(129)
}
// No user's settings, and the same person everywhere.
for (name, value) in [
  ("HOME", "/nonexistent"), ("GIT_AUTHOR_NAME", "Somebody"),
  ("GIT_AUTHOR_EMAIL", "somebody@example.org"), ("GIT_CONFIG_NOSYSTEM", "1"), ("TZ", "UTC"),
] {
  setenv(name, value, 1)
}
umask(0o022)
let (runs, seed) = (numbers[0], numbers[1])
let notes = CommandLine.arguments.count > 5 ? CommandLine.arguments[5] : nil
let start = time(nil)
let outcome: Batch.Outcome
do {
  try Libgit2.startWithoutWaiting()
  outcome = try Batch(
    seeds: seed..<(seed + runs), in: CommandLine.arguments[1],
    processes: numbers.count > 2 ? max(numbers[2], 1) : 1, notes: notes
  ).run()
} catch {
  print("\(error)")
  exit(2)
}
let minutes = max(Double(time(nil) - start), 1) / 60
for failure in outcome.failures { print("FAILED \(failure)") }
for line in outcome.logs { print(line) }
for (what, count) in outcome.counts.sorted(by: { $0.key < $1.key }) { print("  \(what): \(count)") }
if outcome.earlier > 0 { print("\(outcome.earlier) runs were done before, and are counted") }
let pace = Int(Double(outcome.seeds.count - outcome.earlier) / minutes)
print(
  "seeds \(seed) to \(seed + runs - 1): \(outcome.seeds.count) runs, \(pace) a minute, "
    + "\(outcome.failures.count) failures, digest \(String(outcome.digest, radix: 16))")
exit(outcome.failures.isEmpty ? 0 : 1)
