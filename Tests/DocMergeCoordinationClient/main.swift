// A process that coordinates as it is told, for the tests.
import Foundation

setvbuf(stdout, nil, _IOLBF, 0)
let words = Array(CommandLine.arguments.dropFirst())
do {
  switch words.first {
  case "hold": try Holder(words.dropFirst()).run()
  case "present": try PresentingProcess(words.dropFirst()).run()
  case "stress": try StressProcess(words.dropFirst()).run()
  default:
    print("usage: hold|present|stress …")
    exit(64)
  }
} catch {
  print("failed \(error)")
  exit(1)
}
