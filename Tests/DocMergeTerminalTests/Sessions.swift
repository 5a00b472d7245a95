import DocMergeCore
import DocMergeDecisions

@testable import DocMergeTerminal

/// Sessions to show.
enum Sessions {
  /// What a program answers that knows nothing.
  static let host = SessionHost(
    place: { _, region in "at \(region.conflict.ours.startIndex)" }, faults: { _ in [] },
    keep: { _ in })

  /// A document whose text was merged.
  static func document(
    _ path: String = "notes.md", base: String, ours: String, theirs: String,
    policy: MergePolicy = .strict, remembered: [UInt8]? = nil
  ) throws -> SessionDocument {
    let inputs = (base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8))
    let options = TextMergeOptions(policy: policy, style: .zdiff3, isSuggesting: true)
    let merge = try LayeredMerge(
      base: inputs.base, ours: inputs.ours, theirs: inputs.theirs, options: options, pair: .oneByOne
    )
    return SessionDocument(
      path: path,
      versions: [
        .init(name: "ours", origin: "main", size: inputs.ours.count),
        .init(name: "theirs", size: inputs.theirs.count),
      ], identity: path,
      text: TextDecisions(merge, inputs: inputs) { _ in remembered })
  }

  /// A document that is decided as a whole.
  static func whole(_ path: String = "logo.png", versions: Int = 2) -> SessionDocument {
    SessionDocument(
      path: path, versions: (0..<versions).map { .init(name: "@\($0 + 1)", size: $0 * 1000) },
      identity: path, text: nil, canMerge: versions > 2)
  }

  /// A text with two conflicts, one of which has a suggestion.
  static func notes() throws -> SessionDocument {
    let middle = (0..<20).map { "\($0)\n" }.joined()
    return try document(
      base: "Monday in the hall.\n\(middle)one\ntwo\n",
      ours: "Friday in the hall.\n\(middle)uno\ndue\n",
      theirs: "Monday in the barn.\n\(middle)eins\nzwei\n")
  }

  /// Two documents with text and one without.
  static func mixed() throws -> DecisionSession {
    DecisionSession([
      try notes(), whole(),
      try document("new.txt", base: "", ours: "a\nb\nc\n", theirs: "1\n2\n3\n", remembered: [0x78]),
      whole("three.bin", versions: 3),
    ])
  }

  /// A text of many lines.
  static func large(lines: Int, each: Int) throws -> DecisionSession {
    func text(_ side: String?) -> String {
      (0..<lines).map { line in
        "\(line % each == each / 2 ? side ?? "line" : "line") \(line)\n"
      }.joined()
    }
    return DecisionSession([
      try document(base: text(nil), ours: text("ours"), theirs: text("theirs"))
    ])
  }

  /// What the screen shows at first.
  static func state(
    _ session: DecisionSession, width: Int = 120, height: Int = 40, host: SessionHost = host
  ) -> ScreenState {
    ScreenState(session, host: host, width: width, height: height)
  }
}

/// Random numbers that are the same each time (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var number = state
    number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
    return number ^ (number >> 31)
  }
}
