import DocMergeCore
import DocMergeLanguage

/// Finds a jump that one side put into a loop, where the other side made the loop a call with a function.
///
///     base   for (x of list) {   ours   list.forEach((x) => {   theirs   for (x of list) {     fault   list.forEach((x) => {
///              run(x);                    run(x);                          if (!x) continue;             if (!x) continue;
///            }                          });                                run(x);                       run(x);
///                                                                        }                             });
///
/// In a function of its own, `continue` and `break` are errors, and `return` and `await` mean something else.
struct JumpGuard: Sendable {
  private var jumps: Set<ArraySlice<UInt8>> = []

  /// Calls that take the body of a loop as a function.
  private static let calls = [
    ".forEach(", ".for_each(", ".map(", ".each ", ".each{", ".forEach ", ".filter(",
  ]
  .map { Array($0.utf8) }

  /// Prepares for the base, ours and theirs; `nil` where no side replaced a loop so.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the lines that the sides changed.
  init?(_ added: AddedLines) {
    for side in [0, 1] {
      let loops = added.replaced[side].contains { line in
        ["for", "while"].contains { word in
          let text = line.trimmed
          return text.starts(with: word.utf8)
            && text.dropFirst(word.utf8.count).first.map { $0 == 0x20 || $0 == 0x28 } ?? false
        }
      }
      let makesCall = added.sides[side].contains { line in
        Self.calls.contains { line.firstRange(of: $0) != nil }
      }
      guard loops, makesCall else { continue }
      jumps.formUnion(added.sides[1 - side].map { $0.trimmed }.filter(Self.isJump))
    }
    guard !jumps.isEmpty else { return nil }
  }

  /// The lines with such jumps.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result.
  func faults(in result: [UInt8]) -> [StructureFault] {
    Lines(result).places.filter { jumps.contains(result[$0].trimmed) }.map { place in
      StructureFault(
        places: [place],
        reason: tr(
          "“\(result[place].trimmed.excerpt)” would be in a function, and no longer in a loop"))
    }
  }

  private static let words: WordList = "continue break return await yield"

  private static func isJump(_ line: ArraySlice<UInt8>) -> Bool {
    !line.starts(with: "//".utf8)
      && line.split { !$0.isPartOfName }.contains {
        words.contains(String(decoding: $0, as: UTF8.self))
      }
  }
}
