import DocMergeDocuments
import Foundation

/// How long the main actor waits, and how much memory there is at most, while a large document is
/// saved and opened.
@MainActor
final class Measurement {
  private let url: URL
  private let size: Int
  private var last = ContinuousClock.now
  private var longest = Duration.zero

  init(_ url: URL, mebibytes: Int) {
    self.url = url
    size = mebibytes << 20
  }

  /// Prints a line for each thing that is measured: its name, the longest gap in milliseconds, and the
  /// most memory as a multiple of the contents.
  func run() async throws {
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now(), repeating: .milliseconds(1), leeway: .nanoseconds(0))
    timer.setEventHandler { MainActor.assumeIsolated { self.tick() } }
    timer.resume()
    let document = ProbeDocument(fileURL: url)
    document.data = contents()
    try await measure("first save") { try await document.save(to: url, for: .forCreating) }
    document.data[size / 2] &+= 1
    try await measure("save") { try await document.save() }
    try await measure("close") { try await document.close() }
    document.data = Data()
    let other = ProbeDocument(fileURL: url)
    try await measure("open") { try await other.open() }
    try await measure("close") { try await other.close() }
    timer.cancel()
  }

  private func tick() {
    let now = ContinuousClock.now
    longest = max(longest, last.duration(to: now))
    last = now
  }

  private func measure(_ name: String, _ work: () async throws -> Void) async throws {
    // The kernel forgets the highest mark.
    try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
    last = .now
    longest = .zero
    let start = last
    try await work()
    let time = start.duration(to: .now)
    tick()
    let ratio = Double(Measurement.peak()) / Double(size)
    let gap = Double(longest.components.attoseconds) / 1e15
    let whole =
      Double(time.components.seconds) * 1000 + Double(time.components.attoseconds) / 1e15
    let numbers = String(
      format: "longest gap %6.1f ms, memory %5.2f x, %6.0f ms in all", gap, ratio, whole)
    SaveProbe.say(name.padding(toLength: 12, withPad: " ", startingAt: 0) + numbers)
  }

  /// The most memory that was in use, in bytes.
  private static func peak() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    return (line.split(separator: " ").compactMap { Int($0) }.first ?? 0) * 1024
  }

  /// Bytes that no one can make smaller.
  private func contents() -> Data {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    var data = Data(count: size)
    data.withUnsafeMutableBytes { buffer in
      for word in buffer.bindMemory(to: UInt64.self).indices {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        buffer.storeBytes(of: state, toByteOffset: word * 8, as: UInt64.self)
      }
    }
    return data
  }
}
