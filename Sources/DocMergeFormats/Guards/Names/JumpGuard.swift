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
  /// - Complexity: O(*n*), *n* being the number of bytes of the lines that the sides changed, and of those loops.
  init?(_ changes: InputChanges) {
    let (parts, texts) = (changes.ownParts, changes.texts)
    jumps = Self.jumps(parts.ours, texts.ours, parts.theirs, texts.theirs, base: texts.base)
    jumps.formUnion(
      Self.jumps(parts.theirs, texts.theirs, parts.ours, texts.ours, base: texts.base))
    guard !jumps.isEmpty else { return nil }
  }

  /// The jumps that one side put into loops which the other side replaced.
  private static func jumps(
    _ parts: [InputChanges.ChangedPart], _ side: [UInt8], _ others: [InputChanges.ChangedPart],
    _ other: [UInt8], base: [UInt8]
  ) -> Set<ArraySlice<UInt8>> {
    parts.reduce(into: []) { found, part in
      guard let head = base[part.base].split(separator: 0x0A).first(where: isLoop),
        side[part.side].split(separator: 0x0A).contains(where: isCall)
      else { return }
      let body = head.endIndex..<end(ofLoop: head, in: base)
      for addition in others where body.contains(addition.base.lowerBound) {
        found.formUnion(
          other[addition.side].split(separator: 0x0A).map { $0.trimmed }.filter(isJump))
      }
    }
  }

  /// Where the body of a loop ends: at the first line that is indented no deeper than its head.
  private static func end(ofLoop head: ArraySlice<UInt8>, in base: [UInt8]) -> Int {
    let column = head.prefix(while: \.isBlankOrTab).count
    let lines = base[head.endIndex...].split(separator: 0x0A)
    let end = lines.first { line in
      !line.trimmed.isEmpty && line.prefix(while: \.isBlankOrTab).count <= column
    }
    return end?.startIndex ?? base.count
  }

  private static func isLoop(_ line: ArraySlice<UInt8>) -> Bool {
    let text = line.trimmed
    return ["for", "while"].contains { word in
      text.starts(with: word.utf8)
        && text.dropFirst(word.utf8.count).first.map { $0 == 0x20 || $0 == 0x28 } ?? false
    }
  }

  private static func isCall(_ line: ArraySlice<UInt8>) -> Bool {
    calls.contains { line.firstRange(of: $0) != nil }
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
    !line.contains { "\"'`".utf8.contains($0) } && !line.starts(with: "//".utf8)
      && line.split { !$0.isPartOfName }.contains {
        words.contains(String(decoding: $0, as: UTF8.self))
      }
  }
}
