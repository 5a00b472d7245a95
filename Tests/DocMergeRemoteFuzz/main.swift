import DocMergeRemoteFuzzing
import DocMergeTestSupport
import Glibc

// The program behind Scripts/fuzz-remotes.sh: tries remotes with false data until the time is up.
//
//   DocMergeRemoteFuzz COMMAND FOLDER SECONDS SEED [COUNT]    at most COUNT seeds, from SEED on
//
// What fails is printed with its seed, and stays in FOLDER as it was before the sync. Exit status: 0
// nothing failed, 1 something did.

// The order in which sets and dictionaries are gone through must not differ from run to run.
if getenv("SWIFT_DETERMINISTIC_HASHING") == nil {
  setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
  execv("/proc/self/exe", CommandLine.unsafeArgv)
}

let words = CommandLine.arguments
let numbers = words.dropFirst(3).compactMap { Int($0) }
guard words.count > 4, numbers.count >= 2 else {
  print("usage: DocMergeRemoteFuzz COMMAND FOLDER SECONDS SEED [COUNT]")
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
let (command, folder, end) = (words[1], words[2], time(nil) + numbers[0])
let template = try FuzzedMeeting.make(at: "\(folder)/template")
var (seed, failed) = (numbers[1], 0)
let last = numbers.count > 2 ? seed + numbers[2] : .max
while time(nil) < end, seed < last {
  let place = "\(folder)/seed-\(seed)"
  let meeting = try template.copy(to: place)
  var mutation = try RemoteMutation(meeting, seed: seed)
  let what = try mutation.apply()
  try Program("cp", in: folder).run(["-a", template.remote, "\(folder)/honest.git"], exits: 0)
  // The evidence, before it is used up.
  try Program("cp", in: folder).run(["-a", meeting.remote, "\(folder)/hostile.git"], exits: 0)
  var trial = RemoteTrial(meeting, honestRemote: "\(folder)/honest.git", command: command)
  try trial.run()
  File("\(folder)/honest.git").removeAll()
  if trial.failures.isEmpty {
    File("\(folder)/hostile.git").removeAll()
  } else {
    failed += 1
    File("\(folder)/hostile.git").move(to: File("\(folder)/failed-\(seed).git"))
    print("FAILED seed \(seed): \(what)")
    for failure in Set(trial.failures).sorted() { print("  \(failure.prefix(400))") }
    fflush(nil)
  }
  File(place).removeAll()
  seed += 1
}
File(template.path).removeAll()
print("seeds \(numbers[1]) to \(seed - 1): \(seed - numbers[1]) remotes, \(failed) failures")
exit(failed == 0 ? 0 : 1)
