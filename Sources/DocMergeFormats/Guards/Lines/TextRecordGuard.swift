import DocMergeCore
import DocMergeLanguage

/// Finds a record of a text whose sides changed parts that belong together.
///
///     base   ISBN: 3-596-29431-8    ours   ISBN: 3-423-13627-9    theirs   ISBN: 3-596-29431-8
///            Shelf: B 12                   Shelf: B 12                     Shelf: B 12
///            Title: Moby                   Title: Moby                     Title: Moby, large print
///
/// A record is a paragraph of lines `name: value`, or an address. Its parts belong together where one side gave it
/// another id, where one changed the quantity and the other one the sum, or one the street and the other one the town.
struct TextRecordGuard: Sendable {
  /// The new lines of each side that belong together.
  private var pairs = ContradictingLines()

  /// The most lines of a record.
  private static let mostLines = 12

  /// Prepares for the base, ours and theirs.
  ///
  /// - Complexity: O(*m* × *n*), *m* and *n* being the numbers of lines of records that the sides replaced.
  init(_ changes: InputChanges, _ replaced: InputChanges.Sides<[ReplacedLine]>) {
    let base = changes.texts.base
    func parts(_ lines: [ReplacedLine]) -> [(line: ReplacedLine, part: PartOfRecord)] {
      lines.compactMap { line in
        PartOfRecord(from: base[line.base].trimmed, to: line.line.trimmed).map { (line, $0) }
      }
    }
    let theirs = parts(replaced.theirs)
    guard !theirs.isEmpty else { return }
    for (ours, part) in parts(replaced.ours) {
      for (other, otherPart) in theirs
      where other.base != ours.base && part.belongs(to: otherPart)
        && Self.areTogether(ours.base, other.base, in: base)
      {
        pairs.add(ours.line, other.line)
      }
    }
  }

  /// The lines that belong together.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result; O(1) where there are none.
  func faults(in result: [UInt8]) -> [StructureFault] {
    pairs.faults(in: result) { ours, theirs in
      tr("“\(ours)” and “\(theirs)” belong together, and each side changed one of them")
    }
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

/// A line of a record that a side changed.
private enum PartOfRecord {
  /// A line `name: value` that names the thing which the record is about, and got another value.
  case id(String)
  /// An amount: a number, perhaps with a currency.
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
  /// The longest name of a field, in bytes, and the most words of a line of an address.
  private static let (longestName, mostWords) = (24, 4)

  /// Reads the old and the new line of a record; `nil` for other lines.
  init?(from old: ArraySlice<UInt8>, to new: ArraySlice<UInt8>) {
    guard let colon = old.firstIndex(of: 0x3A) else {
      guard let part = Self.partOfAddress(old) else { return nil }
      self = part
      return
    }
    let name = String(decoding: old[..<colon].map(\.lowercased), as: UTF8.self)
    guard name.utf8.count <= Self.longestName, old[colon...].dropFirst().first == 0x20 else {
      return nil
    }
    let values = [old[colon...].dropFirst().trimmed, new.drop { $0 != 0x3A }.dropFirst().trimmed]
    if Self.ids.contains(name), values.allSatisfy(Self.isId) {
      self = .id(name)
    } else if values.allSatisfy(Self.isAmount) {
      self =
        Self.quantities.contains(name)
        ? .quantity
        : Self.prices.contains(name) ? .price : Self.sums.contains(name) ? .sum : .field
    } else {
      self = .field
    }
  }

  /// Whether a value is one word with a digit.
  private static func isId(_ value: ArraySlice<UInt8>) -> Bool {
    !value.contains(where: \.isWhite) && value.contains(where: \.isDecimalDigit)
  }

  /// Whether a value is a number, perhaps with the sign or the three capitals of a currency.
  private static func isAmount(_ value: ArraySlice<UInt8>) -> Bool {
    let words = value.split(whereSeparator: \.isBlankOrTab)
    let rest = words.filter { !$0.allSatisfy { $0.isDecimalDigit || ".,'".utf8.contains($0) } }
    return words.count - rest.count == 1
      && rest.allSatisfy { word in
        word.count <= 3
          && word.allSatisfy { $0.isCapital || $0 >= 0x80 || $0 == 0x24 }
      }
  }

  /// The street with its number, or the town with its postal code.
  private static func partOfAddress(_ line: ArraySlice<UInt8>) -> PartOfRecord? {
    let words = line.split(whereSeparator: \.isBlankOrTab)
    guard (2...mostWords).contains(words.count), let first = words.first, let last = words.last
    else { return nil }
    if isPostalCode(first), words.dropFirst().allSatisfy(isCapitalised) { return .town }
    let isNumber =
      last.first?.isDecimalDigit == true && last.count <= 4
      && last.dropFirst().dropLast().allSatisfy(\.isDecimalDigit)
    return isNumber && words.dropLast().allSatisfy(isCapitalised) ? .street : nil
  }

  /// Whether a word is a postal code: four to six digits, but no year.
  private static func isPostalCode(_ word: ArraySlice<UInt8>) -> Bool {
    let isYear = word.count == 4 && ["18", "19", "20"].contains { word.starts(with: $0.utf8) }
    return (4...6).contains(word.count) && word.allSatisfy(\.isDecimalDigit) && !isYear
  }

  private static func isCapitalised(_ word: ArraySlice<UInt8>) -> Bool {
    word.first.map { $0.isCapital || $0 >= 0xC3 } ?? false
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
