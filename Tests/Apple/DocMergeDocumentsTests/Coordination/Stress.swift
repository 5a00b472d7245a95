import DocMergeDocuments
import DocMergeTestSupport
import Foundation

/// Processes that work on the same documents at random.
struct Stress {
  private let place: Place
  private let processes: Int
  private let seconds: Int
  private let seed: Int

  init(_ place: Place, processes: Int, seconds: Int, seed: Int) {
    self.place = place
    self.processes = processes
    self.seconds = seconds
    self.seed = seed
  }

  /// What went wrong.
  func run() throws -> [String] {
    for document in 0..<8 { place.file("document\(document)", String(repeating: "0 ", count: 200)) }
    let end = Date(timeIntervalSinceNow: Double(seconds))
    let running = (1..<processes).map { start($0) }
    var kills = 0
    while Date() < end {
      let victim = start(0)
      usleep(UInt32.random(in: 100_000...400_000))
      victim.kill()
      let output = victim.finish()
      if output.status == 1 { return [output.text] }
      kills += 1
    }
    let outputs = running.map { $0.finish() }
    let failures = outputs.filter { $0.status != 0 }.map(\.description)
    return failures + lost(kills)
  }

  private func start(_ number: Int) -> RunningProgram {
    place.client.start(
      "stress", place.folder.path, "\(seed)", "\(seconds)", "\(number)")
  }

  /// The longest wait for an access, in milliseconds.
  var longestWait: Int {
    (0..<processes).compactMap { place.text("\($0).wait") }
      .compactMap { Int($0.trimmingCharacters(in: .newlines)) }.max() ?? 0
  }

  /// The documents that count fewer saves than were noted, or more than can have been made.
  private func lost(_ kills: Int) -> [String] {
    var noted: [String: Int] = [:]
    for number in 0..<processes {
      for line in (place.text("\(number).log") ?? "").split(separator: "\n") {
        noted[String(line), default: 0] += 1
      }
    }
    // However slow the computer is, some process has saved something.
    guard !noted.isEmpty else { return ["nothing was saved"] }
    return (0..<6).compactMap { document in
      let name = "document\(document)"
      let count = [name, "\(name)-moved"].compactMap { place.text($0)?.split(separator: " ").first }
        .compactMap { Int($0) }
      let saves = noted["\(document)"] ?? 0
      guard count.count == 1, count[0] >= saves, count[0] <= saves + kills else {
        return "\(name) counts \(count), noted are \(saves), killed were \(kills)"
      }
      return nil
    }
  }
}
