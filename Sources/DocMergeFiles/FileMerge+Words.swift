package import DocMergeCore
import DocMergeLanguage
import DocMergeSystem
import Glibc

extension FileMerge {
  /// Parses the words after `docmerge merge-file` as git does: options and files in any order,
  /// short options in one word, long ones abbreviated or negated, `--` before names with a dash.
  ///
  /// `nil` means a request for help or a mistake.
  package init?(words: ArraySlice<[UInt8]>) {
    var parser = WordParser(words)
    guard parser.parse(), parser.files.count == 3,
      parser.merge.reportsJSON || parser.merge.reportFile == nil
    else { return nil }
    self = parser.merge
    (current, base, other) = (parser.files[0], parser.files[1], parser.files[2])
  }

  /// Whether the words ask for usage, with `-h`, before a mistake in them.
  static func asksForUsage(_ words: ArraySlice<[UInt8]>) -> Bool {
    var parser = WordParser(words)
    return !parser.parse() && parser.asksForUsage
  }

  /// Prints the usage; returns git's status for that.
  static func showUsage() -> Int32 {
    let text = tr(
      """
      usage: docmerge merge-file [<options>] [-L <name> [-L <name> [-L <name>]]] <current> <base> <other>

          -p, --stdout          print the result
          -q, --quiet           say nothing about errors
          -L <name>             what markers say of <current>, <base> and <other>
          --diff3, --zdiff3     show the base in conflicts
          --ours, --theirs, --union
                                settle conflicts for a side, or for both
          --marker-size <n>     how long markers are
          --diff-algorithm <algorithm>
                                myers, minimal, patience or histogram
          --object-id           take blobs of the repository, and make the result one
          --profile <profile>   git-merge-file, git-merge or docmerge
          --policy <policy>     strict, balanced or eager
          --report json, --report-file <file>
                                report what was done

      docmerge merge-file --help tells more.

      """)
    try? VerbOutput.write(Array(text.utf8), to: .output)
    return usageStatus
  }

  /// The algorithm that git calls by a name.
  ///
  /// - Parameter name: the word after `--diff-algorithm=`.
  /// - Returns: `nil` for a name that is unknown here.
  package static func algorithm(named name: some StringProtocol) -> DiffAlgorithm? {
    switch name {
    case "myers", "default": return .myers
    case "minimal": return .minimal
    case "patience": return .patience
    case "histogram": return .histogram
    default: return nil
    }
  }

  /// The number that git reads: as in C, and cut to 32 bits.
  ///
  ///     markerSize("4000000000")  // -294967296, so that markers have their usual 7
  ///
  /// - Parameter text: the word after `--marker-size=`.
  /// - Returns: `nil` unless the whole text is a number.
  package static func markerSize(_ text: String) -> Int? {
    guard text.utf8.contains(where: { (0x30...0x39).contains($0) }) else { return nil }
    return text.withCString { start in
      var end: UnsafeMutablePointer<CChar>?
      let number = strtol(start, &end, 10)
      return end?.pointee == 0 ? Int(Int32(truncatingIfNeeded: number)) : nil
    }
  }
}

private struct WordParser {
  private enum LongOption: String, CaseIterable {
    case stdout, diff3, zdiff3, ours, theirs, union, quiet
    case objects = "object-id"
    case markerSize = "marker-size"
    case algorithm = "diff-algorithm"
    // The rest are not options of git.
    case profile, policy, report
    case reportFile = "report-file"

    var takesValue: Bool {
      switch self {
      case .markerSize, .algorithm, .profile, .report, .reportFile, .policy: true
      default: false
      }
    }

    /// Whether `--no-` may precede it.
    var canBeNegated: Bool { !takesValue || self == .markerSize }
  }

  private var rest: ArraySlice<[UInt8]>
  var merge = FileMerge(current: [], base: [], other: [])
  var files: [[UInt8]] = []
  private(set) var asksForUsage = false

  init(_ words: ArraySlice<[UInt8]>) {
    rest = words
  }

  mutating func parse() -> Bool {
    while let word = rest.popFirst() {
      if word == Array("--".utf8) || word == Array("--end-of-options".utf8) {
        files += rest
        return true
      }
      let isUnderstood: Bool
      if word.count < 2 || word[0] != UInt8(ascii: "-") {
        files.append(word)
        continue
      } else if word[1] == UInt8(ascii: "-") {
        isUnderstood = takeLong(word.dropFirst(2))
      } else {
        isUnderstood = takeShort(word.dropFirst())
      }
      guard isUnderstood else { return false }
    }
    return true
  }

  /// One word of options of one letter, the last of which may have its value in the same word.
  private mutating func takeShort(_ letters: ArraySlice<UInt8>) -> Bool {
    var letters = letters
    while let letter = letters.popFirst() {
      switch letter {
      case UInt8(ascii: "p"): merge.printsResult = true
      case UInt8(ascii: "q"): merge.isQuiet = true
      case UInt8(ascii: "L"):
        guard merge.labels.count < 3, let label = letters.isEmpty ? rest.popFirst() : Array(letters)
        else { return false }
        merge.labels.append(label)
        return true
      case UInt8(ascii: "h"):
        asksForUsage = true
        return false
      default: return false
      }
    }
    return true
  }

  private mutating func takeLong(_ word: ArraySlice<UInt8>) -> Bool {
    let name = word.prefix { $0 != UInt8(ascii: "=") }
    var value = word.count > name.count ? Array(word.dropFirst(name.count + 1)) : nil
    guard let (option, isNegated) = Self.option(String(decoding: name, as: UTF8.self)) else {
      return false
    }
    if isNegated { return value == nil && reset(option) }
    guard option.takesValue else { return value == nil && set(option) }
    if value == nil { value = rest.popFirst() }
    guard let value else { return false }
    return set(option, to: value)
  }

  /// The only option with this name, or with a name that starts with it.
  private static func option(_ name: String) -> (LongOption, isNegated: Bool)? {
    // "--no-quiet" is the negation of "--quiet"; git has no option whose own name starts with "no-".
    let names = LongOption.allCases.flatMap { option in
      [(option.rawValue, option, false)]
        + (option.canBeNegated ? [("no-" + option.rawValue, option, true)] : [])
    }
    if let exact = names.first(where: { $0.0 == name }) { return (exact.1, exact.2) }
    let candidates = names.filter { $0.0.hasPrefix(name) }
    guard let only = candidates.first, candidates.count == 1 else { return nil }
    return (only.1, only.2)
  }

  private mutating func set(_ option: LongOption) -> Bool {
    switch option {
    case .stdout: merge.printsResult = true
    case .quiet: merge.isQuiet = true
    case .objects: merge.usesObjects = true
    case .diff3: merge.style = .diff3
    case .zdiff3: merge.style = .zdiff3
    case .ours: merge.favour = .ours
    case .theirs: merge.favour = .theirs
    case .union: merge.favour = .union
    default: return false
    }
    return true
  }

  private mutating func set(_ option: LongOption, to bytes: [UInt8]) -> Bool {
    let value = String(decoding: bytes, as: UTF8.self)
    switch option {
    case .markerSize:
      guard let size = FileMerge.markerSize(value) else { return false }
      merge.markerSize = size
    case .algorithm:
      guard let algorithm = FileMerge.algorithm(named: value) else { return false }
      merge.algorithm = algorithm
    case .profile:
      guard let profile = FileMerge.Profile(rawValue: value) else { return false }
      merge.profile = profile
    case .policy:
      guard let policy = MergePolicy(rawValue: value) else { return false }
      merge.policy = policy
    case .report:
      guard value == "json" else { return false }
      merge.reportsJSON = true
    case .reportFile: merge.reportFile = bytes
    default: return false
    }
    return true
  }

  private mutating func reset(_ option: LongOption) -> Bool {
    switch option {
    case .stdout: merge.printsResult = false
    case .quiet: merge.isQuiet = false
    case .objects: merge.usesObjects = false
    case .diff3, .zdiff3: merge.style = .merge
    case .ours, .theirs, .union: merge.favour = nil
    case .markerSize: merge.markerSize = 0
    default: return false
    }
    return true
  }
}
