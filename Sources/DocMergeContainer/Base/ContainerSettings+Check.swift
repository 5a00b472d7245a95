import DocMergeCore
import DocMergeHistory
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

  /// The settings that a save uses.
  package static var ofSaves: [BoundSetting] {
    let size = tr("a number of bytes above 0, which may end in k, m or g")
    return [
      BoundSetting(maxSizeKey, choices: [size]) { word in
        GitStore.number(word).map { $0 > 0 } ?? false
      }
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
