import DocMergeCore
import DocMergeLanguage

/// Finds a record of a text whose sides changed parts that belong together.
///
///     base   ISBN: 3-596-29431-8    ours   ISBN: 3-423-13627-9    theirs   ISBN: 3-596-29431-8
///            Shelf: B 12                   Shelf: B 12                     Shelf: B 12
///            Title: Moby                   Title: Moby                     Title: Moby, large print
///
/// A record is a paragraph of lines `name: value`, or an address. Its parts belong together where one side gave it another
/// id, where one changed the quantity and the other one the sum, or one the street and the other one the town.
struct TextRecordGuard: Sendable {
  private let changes: InputChanges
  /// The new lines of each side that belong together.
  private var pairs: [(ours: ArraySlice<UInt8>, theirs: ArraySlice<UInt8>)] = []

  /// The most lines of a record.
  private static let mostLines = 12

  /// Prepares for the base, ours and theirs.
  ///
  /// - Complexity: O(*m* × *n*), *m* and *n* being the numbers of lines that the sides replaced.
  init(_ changes: InputChanges, _ replaced: InputChanges.Sides<[ReplacedLine]>) {
    self.changes = changes
    let base = changes.texts.base
    let theirs = replaced.theirs.compactMap { line in
      PartOfRecord(base[line.base].trimmed).map { (line, $0) }
    }
    guard !theirs.isEmpty else { return }
    for ours in replaced.ours {
      guard let part = PartOfRecord(base[ours.base].trimmed) else { continue }
      for (other, otherPart) in theirs
      where other.base != ours.base && part.belongs(to: otherPart)
        && Self.areTogether(ours.base, other.base, in: base)
      {
        pairs.append((ours.line.trimmed, other.line.trimmed))
      }
    }
  }

  /// The lines that belong together.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result; O(1) where there are none.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard !pairs.isEmpty else { return [] }
    let wanted = Set(pairs.flatMap { [$0.ours, $0.theirs] })
    var places: [ArraySlice<UInt8>: Range<Int>] = [:]
    for line in Lines(result).places where wanted.contains(result[line].trimmed) {
      places[result[line].trimmed] = line
    }
    return pairs.compactMap { ours, theirs in
      guard let one = places[ours], let other = places[theirs] else { return nil }
      let (first, second) = (ours.excerpt, theirs.excerpt)
      return StructureFault(
        places: [one, other],
        reason: tr("“\(first)” and “\(second)” belong together, and each side changed one of them"))
    }.sorted { $0.stands(before: $1) }
  }

  /// Whether two lines are in one paragraph, which is short.
  private static func areTogether(_ one: Range<Int>, _ other: Range<Int>, in base: [UInt8]) -> Bool
  {
    let between = base[
      min(one.upperBound, other.upperBound)..<max(one.lowerBound, other.lowerBound)]
    let lines = between.split(
      separator: 0x0A, maxSplits: mostLines, omittingEmptySubsequences: false)
    return lines.count <= mostLines
      && !lines.dropFirst().dropLast().contains { $0.allSatisfy(\.isWhite) }
  }
}

/// A line of a record.
private enum PartOfRecord {
  /// A line `name: value` that names the thing which the record is about.
  case id(String)
  case quantity, price, sum
  /// Another line `name: value`.
  case field
  case street, town

  private static let ids: WordList =
    """
    isbn issn doi id uid uuid sku ean gtin iban serial ticket vin asin pmid ismn isrc imei mac barcode \
    artikelnummer bestellnummer kundennummer inventarnummer signatur
    """
  private static let quantities: WordList = "quantity qty menge anzahl units pieces hours stunden"
  private static let prices: WordList = "price rate einzelpreis preis stundensatz"
  private static let sums: WordList = "sum total amount subtotal summe gesamt betrag gesamtpreis"
  /// The longest name of a field, in bytes, and the most words of a street.
  private static let (longestName, mostWords) = (24, 5)

  init?(_ line: ArraySlice<UInt8>) {
    if let colon = line.firstIndex(of: 0x3A), colon - line.startIndex <= Self.longestName {
      let words = line[..<colon].split(whereSeparator: \.isWhite).map {
        String(decoding: $0, as: UTF8.self).lowercased()
      }
      guard words.count <= 3, let word = words.first, line[colon...].dropFirst().first == 0x20
      else {
        return nil
      }
      self =
        words.count == 1 && Self.ids.contains(word)
        ? .id(word)
        : words.contains(where: Self.quantities.contains)
          ? .quantity
          : words.contains(where: Self.prices.contains)
            ? .price : words.contains(where: Self.sums.contains) ? .sum : .field
      return
    }
    let words = line.split(whereSeparator: \.isBlankOrTab)
    guard words.count > 1, words.count <= Self.mostWords, let first = words.first,
      let last = words.last
    else { return nil }
    let isCode = first.count >= 4 && first.count <= 6 && first.allSatisfy(\.isDecimalDigit)
    if isCode, Self.isCapitalised(words[1]) {
      self = .town
    } else if Self.isCapitalised(first), last.first?.isDecimalDigit == true, last.count <= 4,
      last.dropFirst().dropLast().allSatisfy(\.isDecimalDigit)
    {
      self = .street
    } else {
      return nil
    }
  }

  private static func isCapitalised(_ word: ArraySlice<UInt8>) -> Bool {
    word.first.map { (0x41...0x5A).contains($0) || $0 >= 0xC3 } ?? false
      && word.dropFirst().allSatisfy { $0.isASCIILetter || $0 >= 0x80 || "-.'".utf8.contains($0) }
  }

  /// Whether two changed parts of one record contradict each other.
  func belongs(to other: PartOfRecord) -> Bool {
    switch (self, other) {
    case (.street, .town), (.town, .street): true
    case (.street, _), (.town, _), (_, .street), (_, .town): false
    case (.id(let one), .id(let two)): one != two
    case (.id, _), (_, .id): true
    case (.sum, .quantity), (.sum, .price), (.quantity, .sum), (.price, .sum): true
    default: false
    }
  }
}
