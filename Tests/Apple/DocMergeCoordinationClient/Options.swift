import Foundation

/// `--name value` pairs, and the words without a name.
struct Options {
  private(set) var words: [String] = []
  private var values: [String: String] = [:]

  init(_ arguments: ArraySlice<String>) {
    var rest = arguments
    while let word = rest.popFirst() {
      if word.hasPrefix("--") {
        values[String(word.dropFirst(2))] = rest.popFirst() ?? ""
      } else {
        words.append(word)
      }
    }
  }

  subscript(name: String) -> String? { values[name] }

  /// Waits until a file exists; without one, for ever.
  func waitForEnd() {
    while self["until"].map({ access($0, F_OK) != 0 }) ?? true { usleep(2000) }
  }
}

/// Prints a line at once, whatever the output is.
func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }
