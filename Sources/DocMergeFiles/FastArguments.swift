/// The words after a verb, in the forms that people and scripts usually write.
///
/// Ambiguous words are not accepted, and the parser of all verbs handles them:
/// it is slower, and knows all forms and the messages for each mistake.
struct FastArguments {
  /// The spellings of a verb's options, each with the name of its values.
  struct Options {
    /// Options with a value, such as `-o` and `--output`.
    var withValue: [String: String] = [:]
    /// Options without a value.
    var flags: [String: String] = [:]
    /// The names of options that may be repeated.
    var repeatable: Set<String> = []
  }

  /// The words that are not options, in their order.
  private(set) var files: [[UInt8]] = []
  private var values: [String: [[UInt8]]] = [:]
  private let options: Options

  /// Sorts the words; `nil` when one of them is not understood.
  init?(_ words: ArraySlice<[UInt8]>, options: Options) {
    self.options = options
    var rest = words
    while let word = rest.popFirst() {
      if word == Array("--".utf8) {
        files += rest
        return
      }
      guard word.first == UInt8(ascii: "-"), word.count > 1 else {
        files.append(word)
        continue
      }
      guard take(word, &rest) else { return nil }
    }
  }

  /// Whether a flag was given.
  func has(_ flag: String) -> Bool { values[flag] != nil }

  /// The value of an option.
  func value(_ name: String) -> [UInt8]? { values[name]?.first }

  /// All values of an option.
  func all(_ name: String) -> [[UInt8]] { values[name] ?? [] }

  /// The value of an option as text.
  func text(_ name: String) -> String? { value(name).map { String(decoding: $0, as: UTF8.self) } }

  private mutating func take(_ word: [UInt8], _ rest: inout ArraySlice<[UInt8]>) -> Bool {
    if word.count > 2, word[1] != UInt8(ascii: "-") { return takeLetters(word.dropFirst(), &rest) }
    let spelling = word.prefix { $0 != UInt8(ascii: "=") }
    let option = String(decoding: spelling, as: UTF8.self)
    if let flag = options.flags[option] { return spelling.count == word.count && add([], to: flag) }
    guard let name = options.withValue[option] else { return false }
    guard spelling.count < word.count else {
      // A value with a dash may also be the next option, if the value was forgotten.
      guard let value = rest.popFirst(), value.first != UInt8(ascii: "-") || value.count == 1 else {
        return false
      }
      return add(value, to: name)
    }
    let value = Array(word[(spelling.count + 1)...])
    return option.hasPrefix("--") && !value.isEmpty && add(value, to: name)
  }

  /// Options of one letter in one word, such as `-qo`; the last may have its value there, too.
  private mutating func takeLetters(
    _ letters: ArraySlice<UInt8>, _ rest: inout ArraySlice<[UInt8]>
  ) -> Bool {
    var letters = letters
    while let letter = letters.popFirst() {
      let option = "-" + String(UnicodeScalar(letter))
      if let flag = options.flags[option] {
        guard add([], to: flag) else { return false }
        continue
      }
      guard let name = options.withValue[option], letters.first != UInt8(ascii: "=") else {
        return false
      }
      if letters.isEmpty { return take(Array(option.utf8), &rest) }
      return add(Array(letters), to: name)
    }
    return true
  }

  private mutating func add(_ value: [UInt8], to name: String) -> Bool {
    guard values[name] == nil || options.repeatable.contains(name) else { return false }
    values[name, default: []].append(value)
    return true
  }
}
