import DocMergeSimulation
import DocMergeStore
import Glibc

// The program behind Scripts/simulate.sh: RUNS runs in FOLDER, with the seeds from SEED on.
//
//   DocMergeSimulator FOLDER RUNS SEED [PROCESSES]
//
// One run alone is printed step by step, and stays in FOLDER when it failed.
//
// Exit status: 0 nothing failed, 1 something did.

// The order in which sets and dictionaries are gone through must not differ from run to run.
if getenv("SWIFT_DETERMINISTIC_HASHING") == nil {
  setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
  execv("/proc/self/exe", CommandLine.unsafeArgv)
}

let numbers = CommandLine.arguments.dropFirst(2).compactMap { Int($0) }
guard CommandLine.arguments.count > 2, numbers.count >= 2 else {
  print("usage: DocMergeSimulator FOLDER RUNS SEED [PROCESSES]")
  exit(129)
}
// Nobody's settings, and the same person everywhere.
for (name, value) in [
  ("HOME", "/nonexistent"), ("GIT_AUTHOR_NAME", "Somebody"),
  ("GIT_AUTHOR_EMAIL", "somebody@example.org"), ("GIT_CONFIG_NOSYSTEM", "1"), ("TZ", "UTC"),
] {
  setenv(name, value, 1)
}
umask(0o022)
Surroundings.stayApart()
let (runs, seed) = (numbers[0], numbers[1])
let start = time(nil)
let outcome = Batch(
  seeds: seed..<(seed + runs), in: CommandLine.arguments[1],
  processes: numbers.count > 2 ? numbers[2] : 1
).run()
let minutes = max(Double(time(nil) - start), 1) / 60
for failure in outcome.failures { print("FAILED \(failure)") }
for line in outcome.logs { print(line) }
for (what, count) in outcome.counts.sorted(by: { $0.key < $1.key }) { print("  \(what): \(count)") }
print(
  "seeds \(seed) to \(seed + runs - 1): \(outcome.runs) runs, "
    + "\(Int(Double(outcome.runs) / minutes)) a minute, \(outcome.failures.count) failures, "
    + "digest \(String(outcome.digest, radix: 16))")
exit(outcome.failures.isEmpty ? 0 : 1)
