import DocMergeCore
package import DocMergeHistory
import DocMergeLanguage
import DocMergeObjects

/// A setting that has only some values.
package struct BoundSetting: Sendable {
  /// The key of git's configuration.
  package var key: String
  /// The values, for people.
  package var choices: [String]
  /// Whether a value is one of them.
  package var accepts: @Sendable (String) -> Bool

  package init(
    _ key: String, choices: [String], accepts: @escaping @Sendable (String) -> Bool
  ) {
    self.key = key
    self.choices = choices
    self.accepts = accepts
  }

  /// A setting that is one of some words.
  package init(_ key: String, words: [String]) {
    self.init(key, choices: words) { words.contains($0) }
  }

  /// A setting that is a whole number.
  package init(_ key: String, from least: Int, upTo most: Int = .max) {
    let words =
      most == .max
      ? tr("a number of at least \(least)") : tr("a number from \(least) to \(most)")
    self.init(key, choices: [words]) { word in Int(word).map { $0 >= least && $0 <= most } ?? false
    }
  }

  /// A setting that is on or off, as git writes that, or one of some other words.
  package init(switch key: String, orWords words: [String] = []) {
    self.init(key, choices: ["true", "false"] + words) { word in
      GitStore.choice(word) != nil || words.contains(word)
    }
  }
}

extension ContainerSettings {
  /// Stops where a setting has a value that it cannot have: a typing error must not count as the default.
  ///
  /// - Throws: ``ContainerError/badSetting(key:value:choices:)``, ``GitError``.
  package func check(_ settings: [BoundSetting]) throws {
    for setting in settings {
      guard let value = try git.configuration(setting.key), !setting.accepts(value) else {
        continue
      }
      throw ContainerError.badSetting(key: setting.key, value: value, choices: setting.choices)
    }
  }

  /// What is wrong with the attributes that say how conflicts of a document are decided without a person; `nil` if
  /// nothing is.
  ///
  /// Attributes are in files that replicas share, so a fault in one stops nothing: the document stays in conflict.
  ///
  /// - Throws: ``GitError``.
  package func faultOfDecision(for path: DocumentPath) throws -> String? {
    if case .value(let word) = try git.attribute(Self.ruleAttribute, of: path),
      AutomaticRule(rawValue: word) == nil
    {
      let rules = AutomaticRule.allCases.map(\.rawValue)
      return Self.fault(Self.ruleAttribute, is: word, insteadOf: rules, path)
    }
    for word in try strategies(for: path) where !Self.strategyWords.contains(word) {
      return Self.fault(Self.strategyAttribute, is: word, insteadOf: Self.strategyWords, path)
    }
    return nil
  }

  private static func fault(
    _ attribute: String, is word: String, insteadOf words: [String], _ path: DocumentPath
  ) -> String {
    tr(
      """
      \(path.display): the attribute \(attribute) is \(word), and can only be \
      \(words.joined(separator: ", "))
      """)
  }

  /// The settings that a save uses.
  package static var ofSaves: [BoundSetting] {
    let size = tr("a number of bytes above 0, which may end in k, m or g")
    let loose = tr("a number of loose objects")
    return [
      BoundSetting(maxSizeKey, choices: [size]) { word in
        GitStore.number(word).map { $0 > 0 } ?? false
      },
      BoundSetting(packKey, choices: ["true", "false", loose]) { word in
        GitStore.choice(word) != nil || Int(word).map { $0 >= 0 } ?? false
      },
      BoundSetting(switch: monitorKey),
    ]
  }

  /// The settings that decide conflicts without a person.
  package static var ofDecisions: [BoundSetting] {
    let copies = tr("a number; a negative one for any number of copies")
    return [
      BoundSetting(ruleKey, words: AutomaticRule.allCases.map(\.rawValue)),
      BoundSetting(
        mergePolicyKey, words: [MergePolicy.strict, .balanced].map(\.rawValue)),
      BoundSetting(maxCopiesKey, choices: [copies]) { Int($0) != nil },
    ]
  }
}
