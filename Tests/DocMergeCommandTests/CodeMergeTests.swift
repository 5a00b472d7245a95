import DocMergeTestSupport
import Testing

/// Program code, merged by the grammars of its language: the whole command.
@Suite(.enabled(if: Grammars.areInstalled))
struct CodeMergeTests {
  private let folder = TemporaryFolder()

  private func merge(_ code: CodeCase, _ words: String...) -> Output {
    for (name, text) in [("base", code.base), ("ours", code.ours), ("theirs", code.theirs)] {
      File("\(folder.path)/\(name).\(code.ending)").write(Array(text.utf8))
    }
    return Program(
      Replica.command, in: folder.path, environment: ["XDG_DATA_HOME": Grammars.data]
    ).run(
      ["merge"] + words + ["base", "ours", "theirs"].map { "\($0).\(code.ending)" })
  }

  @Test(arguments: CodeCase.all)
  func `merges what a person would merge, and leaves the rest`(code: CodeCase) {
    let output = merge(code)
    #expect(output.status == (code.result == nil ? 1 : 0))
    if let result = code.result { #expect(output.text == result) }
    let other = merge(code.swapped)
    #expect(other.status == output.status)
  }

  @Test(arguments: CodeCase.all)
  func `gives either side back where only one changed`(code: CodeCase) {
    var one = code
    one.theirs = code.base
    #expect(merge(one).text == code.ours)
    one.theirs = code.ours
    #expect(merge(one).text == code.ours)
  }
}

extension CodeCase {
  /// The same case with the sides in each other's place.
  fileprivate var swapped: CodeCase {
    var swapped = self
    (swapped.ours, swapped.theirs) = (theirs, ours)
    return swapped
  }
}
