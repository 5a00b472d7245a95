/// A format, and how texts of it are merged.
package struct KnownFormat: Sendable {
  /// The format.
  package let format: any DocumentFormat
  /// What may settle the values that its tree leaves in conflict.
  package let rest: Rest
  /// Whether its texts are prose, where items of lists stand for themselves.
  package let isProse: Bool

  /// What may settle what a tree leaves.
  package enum Rest: Sendable {
    /// Nothing.
    case nothing
    /// The rules about words.
    case words
    /// All rules.
    case all
  }

  init(_ format: any DocumentFormat, rest: Rest = .nothing, isProse: Bool = false) {
    self.format = format
    self.rest = rest
    self.isProse = isProse
  }

  /// The formats that a text of this name may have, the likeliest first.
  ///
  /// - Parameters:
  ///   - path: Where the text is, for its name and ending.
  ///   - name: The format that an attribute or option names, if any.
  package static func candidates(path: String, name: String? = nil) -> [KnownFormat] {
    []
  }
}
