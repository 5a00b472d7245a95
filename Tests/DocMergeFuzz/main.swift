import DocMergeFuzzing
import DocMergeTestSupport
import Glibc

// The program behind Scripts/fuzz.sh: tries random cases until the time is up.
//
//   DocMergeFuzz FOLDER SECONDS SEED      prints what fails and stores it in FOLDER
//   DocMergeFuzz FOLDER                   tries the case in FOLDER once
//
// Exit status: 0 nothing failed, 1 something did.

let words = CommandLine.arguments.dropFirst()
guard let folder = words.first else {
  print("usage: DocMergeFuzz FOLDER [SECONDS SEED]")
  exit(129)
}
let numbers = words.dropFirst().compactMap { Int($0) }
if numbers.count == 2 {
  var fuzzer = Fuzzer(folder: folder, seed: numbers[1])
  exit(fuzzer.run(seconds: numbers[0]) ? 0 : 1)
}
let replayed = Invariants(of: CaseFolder(folder).read(), limit: Fuzzer.limit)
for failure in replayed.failures { print(failure.name, failure.detail) }
exit(replayed.failures.isEmpty ? 0 : 1)
