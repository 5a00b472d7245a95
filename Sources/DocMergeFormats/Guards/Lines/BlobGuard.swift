import DocMergeCore
import DocMergeLanguage

/// Finds encoded data, such as a key or a signature, that is mixed from the lines of two inputs.
///
///     -----BEGIN CERTIFICATE-----
///     MIIBszCCAVmgAwIBAgIUY…        one line of ours
///     q83vZmVkY2JhMDEyMzQ1…         and one of theirs
///     -----END CERTIFICATE-----
struct BlobGuard {
  private let changes: InputChanges
  /// The shortest line of encoded data but for the last one, in bytes.
  private static let shortestLine = 40

  /// Prepares for the base, ours and theirs.
  init(_ changes: InputChanges) { self.changes = changes }

  /// The runs of lines that no input has.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts; of those that the sides changed where these are
  ///   not encoded.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard changes.areChanged(where: { Self.isLast($0.trimmed) }) else { return [] }
    let blobs = Self.blobs(in: result)
    guard !blobs.isEmpty else { return [] }
    let known = Set(
      changes.inputs.flatMap { text in Self.blobs(in: text).map { Self.words(text[$0]) } })
    let mixed = blobs.filter { !known.contains(Self.words(result[$0])) }
    guard !mixed.isEmpty else { return [] }
    return [
      StructureFault(places: mixed, reason: tr("encoded data would be mixed from both sides"))
    ]
  }

  private static func words(_ blob: ArraySlice<UInt8>) -> [UInt8] {
    blob.filter { !$0.isWhite }
  }

  /// The runs of two lines or more of encoded data, all but the last one as long as the first: below a line that
  /// begins a block, or indented under a key.
  private static func blobs(in text: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var (start, count, length) = (0, 0, 0)
    var opensBlock = false
    func close(at end: Int) {
      if count > 1 { found.append(start..<end) }
      count = 0
    }
    for line in Lines(text).places {
      let words = text[line].trimmed
      if count > 0, words.count == length && isEncoded(words) {
        count += 1
        continue
      }
      if count > 0, words.count < length, isLast(words) {
        count += 1
        close(at: line.upperBound)
        opensBlock = false
        continue
      }
      close(at: line.lowerBound)
      if words.count >= shortestLine, opensBlock || text[line.lowerBound].isBlankOrTab,
        isEncoded(words)
      {
        (start, count, length) = (line.lowerBound, 1, words.count)
      }
      // Headers of a block can stand before its data.
      opensBlock =
        words.contains(UInt8(ascii: "B")) && words.firstRange(of: "BEGIN".utf8) != nil
        || opensBlock && (words.isEmpty || words.contains(0x3A))
    }
    close(at: text.count)
    return found
  }

  /// Whether a line is Base64: letters of both cases and digits, without words between.
  private static func isEncoded(_ line: ArraySlice<UInt8>) -> Bool {
    isLast(line) && line.contains(where: \.isDecimalDigit)
      && line.contains { (0x61...0x7A).contains($0) }
      && line.contains(where: \.isCapital)
  }

  /// Whether a line can be the last one of encoded data.
  private static func isLast(_ line: ArraySlice<UInt8>) -> Bool {
    !line.isEmpty
      && line.allSatisfy { byte in
        (0x61...0x7A).contains(byte | 0x20) || byte.isDecimalDigit || "+/=".utf8.contains(byte)
      }
  }
}
