// A process that coordinates by commands, for the tests.
import DocMergeDocuments
import Foundation

let words = Array(CommandLine.arguments.dropFirst())
do {
  switch words.first {
  case "hold": try Holder(words.dropFirst()).run()
  case "present": try PresentingProcess(words.dropFirst()).run()
  case "stress":
    var process = try StressProcess(words.dropFirst())
    try process.run()
  case "packages":
    for name in words.dropFirst() where TypeRegistry.shared.isPackage(URL(filePath: name)) {
      say(name)
    }
  default:
    say("usage: hold|present|stress|packages …")
    exit(64)
  }
} catch {
  say("failed \(error)")
  exit(1)
}
