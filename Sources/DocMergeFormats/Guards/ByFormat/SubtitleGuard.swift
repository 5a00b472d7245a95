import DocMergeCore
import DocMergeLanguage

/// Finds subtitles of a result that have the same number, or whose times are not in order, where those of each input
/// are right.
///
///     3
///     00:00:07,000 --> 00:00:08,000
struct SubtitleGuard {
  private let inputs: [[UInt8]]

  /// Prepares for the base, ours and theirs; `nil` for files that are no subtitles.
  init?(_ inputs: [[UInt8]], fileAt path: String) {
    let name = path.lowercased()
    guard [".srt", ".vtt"].contains(where: name.hasSuffix) else { return nil }
    self.inputs = inputs
  }

  private struct Cue {
    let number: ArraySlice<UInt8>?
    let start: [UInt8]
    let end: [UInt8]
    let place: Range<Int>
  }

  /// The subtitles with such numbers or times.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let cues = Self.cues(in: result)
    var faults: [StructureFault] = []
    let numbers = Dictionary(grouping: cues.filter { $0.number != nil }) { $0.number ?? [] }
    let isDoubled = numbers.contains { $0.value.count > 1 }
    let known = isDoubled ? inputs.map { Self.counts(Self.cues(in: $0)) } : []
    for (number, doubled) in numbers where doubled.count > 1 {
      if known.contains(where: { $0[number] ?? 0 > 1 }) { continue }
      faults.append(
        .doubled(String(decoding: number, as: UTF8.self), at: doubled.map(\.place)))
    }
    let overlaps = Self.overlaps(cues)
    if !overlaps.isEmpty, inputs.allSatisfy({ Self.overlaps(Self.cues(in: $0)).isEmpty }) {
      faults.append(
        StructureFault(
          places: overlaps, reason: tr("a subtitle would start before the one above ends")))
    }
    return faults.sorted { $0.stands(before: $1) }
  }

  private static func counts(_ cues: [Cue]) -> [ArraySlice<UInt8>: Int] {
    cues.reduce(into: [:]) { counts, cue in
      if let number = cue.number { counts[number, default: 0] += 1 }
    }
  }

  private static func overlaps(_ cues: [Cue]) -> [Range<Int>] {
    zip(cues, cues.dropFirst()).filter { cue, next in
      next.start.lexicographicallyPrecedes(cue.end)
    }.map { $0.1.place }
  }

  private static func cues(in text: [UInt8]) -> [Cue] {
    var cues: [Cue] = []
    var before = 0..<0
    for line in Lines(text).places {
      let words = text[line].split(whereSeparator: \.isWhite)
      if words.count >= 3, words[1].elementsEqual("-->".utf8) {
        let head = text[before].trimmed
        let number = !head.isEmpty && head.allSatisfy(\.isDecimalDigit) ? head : nil
        cues.append(
          Cue(
            number: number, start: time(words[0]), end: time(words[2]),
            place: (number == nil ? line.lowerBound : before.lowerBound)..<line.upperBound))
      }
      before = line
    }
    return cues
  }

  /// The time with hours, so that times compare as texts.
  private static func time(_ text: ArraySlice<UInt8>) -> [UInt8] {
    let parts = text.count { $0 == UInt8(ascii: ":") }
    return (parts < 2 ? Array("00:".utf8) : []) + text
  }
}
