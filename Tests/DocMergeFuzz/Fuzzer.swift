import DocMergeFuzzing
import DocMergeTestSupport
import Glibc

/// Makes cases, keeps those that showed something new, and stores those that fail.
struct Fuzzer {
  /// So long a single step may take, in seconds of the processor's time.
  ///
  /// Scripts/fuzz.sh sets it higher where AddressSanitizer slows everything down.
  static let limit = getenv("DOCMERGE_FUZZ_LIMIT").flatMap { Double(String(cString: $0)) } ?? 2
  /// A case that takes longer than this, in seconds, hangs.
  private static let patience: UInt32 = 120
  /// Of each failure so many cases are stored.
  private static let enough = 3

  private let folder: String
  private let seed: Int
  private var generator: SeededGenerator
  private var kept: [FuzzCase] = []
  private var traits: Set<String> = []
  private var found: [String: Int] = [:]

  init(folder: String, seed: Int) {
    self.folder = folder
    self.seed = seed
    generator = SeededGenerator(seed: seed)
    mkdir(folder, 0o755)
  }

  /// Whether nothing failed until the time was up.
  mutating func run(seconds: Int) -> Bool {
    let end = time(nil) + seconds
    // The current case is found here when the program crashes or is stopped.
    let current = CaseFolder("\(folder)/current")
    var (count, bytes) = (0, 0)
    while time(nil) < end {
      let texts = next()
      current.write(texts, note: "seed \(seed), case \(count)\n")
      alarm(Self.patience)
      let tried = Invariants(of: texts, limit: Self.limit)
      alarm(0)
      if !tried.traits.isSubset(of: traits) { keep(texts, tried.traits) }
      for (rule, failure) in tried.brokenRules where found[rule, default: 0] < Self.enough {
        found[rule, default: 0] += 1
        store(texts, rule, "\(failure.name): \(failure.detail)", number: count)
      }
      count += 1
      bytes += texts.size
    }
    print(
      "seed \(seed): \(count) cases, \(bytes) bytes, \(kept.count) kept, \(found.count) failures")
    return found.isEmpty
  }

  private mutating func next() -> FuzzCase {
    var texts: FuzzCase
    if !kept.isEmpty, generator.once(in: 2) {
      let (first, second) = (pick(), pick())
      texts = first.mutated(with: second, &generator)
    } else {
      let own = SeededGenerator(seed: generator.number(0...Int.max - 1))
      texts = generator.once(in: 2) ? records(own) : lines(own)
    }
    if generator.once(in: 400) { texts = texts.enlarged(&generator) }
    return texts.size <= FuzzCase.largestSize ? texts : next()
  }

  private func records(_ generator: SeededGenerator) -> FuzzCase {
    var records = FuzzRecords(generator: generator)
    return records.triple()
  }

  private func lines(_ generator: SeededGenerator) -> FuzzCase {
    var text = FuzzText(generator: generator)
    return text.triple()
  }

  private mutating func pick() -> FuzzCase {
    kept[generator.number(0...kept.count - 1)]
  }

  private mutating func keep(_ texts: FuzzCase, _ seen: Set<String>) {
    traits.formUnion(seen)
    guard texts.size < 16_000 else { return }
    if kept.count < 600 {
      kept.append(texts)
    } else {
      kept[generator.number(0...kept.count - 1)] = texts
    }
  }

  /// Stores a case that failed, made smaller as long as it breaks the same rule.
  private func store(_ texts: FuzzCase, _ rule: String, _ detail: String, number: Int) {
    let isSlow = rule.hasPrefix("slow")
    let small =
      isSlow
      ? texts
      : texts.minimised { texts in
        alarm(Self.patience)
        return Invariants(of: texts).brokenRules[rule] != nil
      }
    alarm(0)
    let letters = rule.map { $0.isLetter || $0.isNumber ? $0 : "-" }
    let path = "\(folder)/\(String(letters))-\(seed)-\(number)"
    CaseFolder(path).write(small, note: "\(detail)\nseed \(seed), case \(number)\n")
    print("FAILED \(detail.prefix(300))\n  \(path)")
    fflush(nil)
  }
}
