import DocMergeCore
import DocMergeDecisions
import DocMergeTestSupport

/// Documents in conflict, as a merge leaves them.
enum Sessions {
  /// A document of lines, merged by the given policy.
  static func document(
    _ path: String = "a.md", base: String, ours: String, theirs: String,
    policy: MergePolicy = .strict, remembered: [UInt8]? = nil
  ) throws -> SessionDocument {
    let inputs = (base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8))
    return SessionDocument(
      path: path,
      versions: [
        .init(name: "ours", size: inputs.ours.count),
        .init(name: "theirs", size: inputs.theirs.count),
      ], identity: "\(base.hashValue)-\(ours.hashValue)-\(theirs.hashValue)",
      text: try text(inputs, policy: policy, remembered: remembered))
  }

  static func text(
    _ inputs: (base: [UInt8], ours: [UInt8], theirs: [UInt8]), policy: MergePolicy = .strict,
    remembered: [UInt8]? = nil
  ) throws -> TextDecisions {
    let options = TextMergeOptions(policy: policy, style: .zdiff3, isSuggesting: true)
    let merge = try LayeredMerge(
      base: inputs.base, ours: inputs.ours, theirs: inputs.theirs, options: options, pair: .oneByOne
    )
    return TextDecisions(merge, inputs: inputs) { _ in remembered }
  }

  /// Three random texts of a few lines; the sides may lack their final newline.
  static func texts(
    _ random: inout SeededGenerator, areFinished: Bool = false
  ) -> (base: [UInt8], ours: [UInt8], theirs: [UInt8]) {
    let base = (0..<random.number(0...12)).map { "\($0)" }
    func edited(_ mark: String) -> [UInt8] {
      var lines: [String] = []
      for line in base {
        switch random.number(0...7) {
        case 0: lines.append("\(mark)\(line)")
        case 1: lines += [line, "\(mark) new"]
        case 2: break
        default: lines.append(line)
        }
      }
      let text = lines.joined(separator: "\n")
      let isUnfinished = text.isEmpty || !areFinished && random.once(in: 5)
      return Array((isUnfinished ? text : text + "\n").utf8)
    }
    return (Array(base.map { "\($0)\n" }.joined().utf8), edited("a"), edited("b"))
  }

  /// A document without regions.
  static func whole(_ path: String) -> SessionDocument {
    SessionDocument(
      path: path, versions: [.init(name: "ours", size: 3), .init(name: "theirs", size: nil)],
      identity: path, text: nil)
  }
}
