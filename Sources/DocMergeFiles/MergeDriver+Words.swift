import DocMergeCore

extension MergeDriver {
  /// Parses the words after `docmerge merge-driver`, as git writes them.
  ///
  /// Each option takes any next word as its value, since names and labels are arbitrary.
  /// `nil` means that the parser of all verbs is needed: for a request for help, or a mistake.
  package init?(words: ArraySlice<[UInt8]>) {
    var files: [[UInt8]] = []
    var values = Values()
    var rest = words
    while let word = rest.popFirst() {
      guard word.starts(with: "-".utf8), word.count > 1 else {
        files.append(word)
        continue
      }
      let spelling = word.prefix { $0 != UInt8(ascii: "=") }
      let option = String(decoding: spelling, as: UTF8.self)
      guard values.isFree(option) else { return nil }
      guard
        let value = spelling.count < word.count
          ? Array(word.dropFirst(spelling.count + 1)) : rest.popFirst()
      else { return nil }
      values.list.append((option, value))
    }
    guard files.count == 3 else { return nil }
    self.init(base: files[0], ours: files[1], theirs: files[2])
    guard takeNamed(values) else { return nil }
    path = values["--path"]
    baseLabel = Self.known(values["--base-label"], "%S")
    oursLabel = Self.known(values["--ours-label"], "%X")
    theirsLabel = Self.known(values["--theirs-label"], "%Y")
  }

  /// The given options: too few for a hash table, which takes a while to set up.
  private struct Values {
    var list: [(option: String, value: [UInt8])] = []

    private static let options = [
      "--marker-size", "--path", "--base-label", "--ours-label", "--theirs-label", "--profile",
      "--policy",
    ]

    /// Whether the option exists, and was not given yet.
    func isFree(_ option: String) -> Bool {
      Self.options.contains(option) && self[option] == nil
    }

    subscript(option: String) -> [UInt8]? { list.first { $0.option == option }?.value }
  }

  /// The label, unless git is too old to fill it in and has passed on the placeholder.
  ///
  /// - Parameters:
  ///   - label: The word after the option.
  ///   - placeholder: The placeholder in the command line of the driver.
  /// - Returns: `nil` if the label is not known.
  package static func known(_ label: [UInt8]?, _ placeholder: String) -> [UInt8]? {
    label == Array(placeholder.utf8) ? nil : label
  }

  private mutating func takeNamed(_ values: Values) -> Bool {
    func text(_ option: String) -> String? {
      values[option].map { String(decoding: $0, as: UTF8.self) }
    }
    if let number = text("--marker-size") {
      guard let size = Int(number) else { return false }
      markerSize = size
    }
    if let name = text("--profile") {
      guard let named = Profile(rawValue: name) else { return false }
      profile = named
    }
    if let name = text("--policy") {
      guard let named = MergePolicy(rawValue: name) else { return false }
      policy = named
    }
    return true
  }
}
