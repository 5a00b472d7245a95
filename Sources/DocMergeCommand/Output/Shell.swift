import DocMerge
import DocMergeSystem

/// Text for a person to paste into a shell.
enum Shell {
  /// The text in quotes where a shell would split it.
  static func quoted(_ text: String) -> String {
    let plain = text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "/._-@+,".unicodeScalars.contains(scalar)
    }
    guard !plain || text.hasPrefix("-") || text.isEmpty else { return text }
    return "'" + PrintableText.escape(text).replacing("'", with: "'\\''") + "'"
  }
}
