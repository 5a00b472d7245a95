import Testing

@testable import DocMergeCore

/// Which words of a text are one value, so that edits of two of them are a conflict.
struct ValueClusterTests {
  /// The values of a text that edits of two of its words share.
  private static func shared(_ text: String, _ one: String, _ other: String) throws -> Set<Int> {
    let tokens = WordTokens(text.bytes)
    let clusters = ValueClusters(tokens)
    let first = try #require(tokens.firstIndex { $0.elementsEqual(one.utf8) })
    let last = try #require(tokens.lastIndex { $0.elementsEqual(other.utf8) })
    return clusters.touched(by: first..<first + 1)
      .intersection(clusters.touched(by: last..<last + 1))
  }

  @Test(arguments: [
    (text: "Reunión el 15 de enero de 2024 en Lima.", one: "15", other: "enero"),
    (text: "Meet on Monday, 15 January at the pier.", one: "Monday", other: "15"),
    (text: "We meet on the 15th of January 2024 there.", one: "15th", other: "January"),
    (text: "Nacido el 3 de mayo de 1990.", one: "3", other: "mayo"),
    (text: "Nascido em 3 de maio de 1990.", one: "maio", other: "1990"),
    (text: "On the 3rd of May, 1990.", one: "3rd", other: "May"),
    (text: "Friday 3 May 2024", one: "Friday", other: "3"),
    (text: "Friday the 13th", one: "Friday", other: "13th"),
    (text: "{\"d\": \"15 de enero de 2024\"}", one: "15", other: "enero"),
    (text: "Ship in week 12 of 2024 at last.", one: "12", other: "2024"),
    (text: "Ship in early May 2024 at last.", one: "early", other: "May"),
    (text: "Start at 10:30 a.m. sharp.", one: "10:30", other: "a"),
    (text: "Start at 10 h 30 sharp.", one: "10", other: "30"),
    (text: "Start at 10:30 UTC sharp.", one: "10:30", other: "UTC"),
    (text: "Doors open at 7 pm.", one: "7", other: "pm"),
    (text: "Um 7 Uhr 30 geht es los.", one: "7", other: "30"),
    (text: "On Monday at 10:30 we met.", one: "Monday", other: "10:30"),
    (text: "Open Monday to Friday.", one: "Monday", other: "Friday"),
    (text: "It takes 2 hours 30 minutes by car.", one: "2", other: "30"),
    (text: "It takes 2 hours and 30 minutes.", one: "2", other: "30"),
  ])
  func `a date or a time is one value`(text: String, one: String, other: String) throws {
    #expect(try Self.shared(text, one, other).count == 1)
  }

  @Test(arguments: [
    (text: "It costs 1 200 kr in total.", one: "1", other: "kr"),
    (text: "It costs EUR 1,200.50 in total.", one: "EUR", other: "1,200.50"),
    (text: "It costs 12 dollars and 50 cents now.", one: "12", other: "50"),
    (text: "Price: $ 12 per month", one: "12", other: "month"),
    (text: "Raised 12 million euros so far.", one: "12", other: "million"),
    (text: "Raised 12 million euros so far.", one: "million", other: "euros"),
    (text: "Fee CHF 12.50 each.", one: "CHF", other: "12.50"),
    (text: "{\"p\": \"12 EUR\"}", one: "12", other: "EUR"),
    (text: "At 59.91 N, 10.75 E we meet.", one: "59.91", other: "10.75"),
    (text: "At 59° 54′ N, 10° 45′ E we meet.", one: "54", other: "45"),
    (text: "Position 40.71 N 74.00 W here.", one: "40.71", other: "74.00"),
    (text: "Size is 12 MB on disk.", one: "12", other: "MB"),
    (text: "Box of 10 x 20 x 30 cm inside.", one: "10", other: "30"),
    (text: "Box of 10 cm × 20 cm inside.", one: "10", other: "20"),
    (text: "Heat to 180 °C for 20 minutes.", one: "180", other: "C"),
    (text: "Add 200 g sugar.", one: "200", other: "g"),
    (text: "Add 2 cups sugar.", one: "2", other: "cups"),
    (text: "Limit 80 km/h here.", one: "80", other: "h"),
    (text: "There were twenty three cases in all.", one: "twenty", other: "three"),
    (text: "It takes two to three weeks.", one: "two", other: "three"),
  ])
  func `a measure is one value`(text: String, one: String, other: String) throws {
    #expect(try Self.shared(text, one, other).count == 1)
  }

  @Test(arguments: [
    (text: "Call 555-1234 ext. 12 now.", one: "555-1234", other: "12"),
    (text: "Card 4111 1111 1111 1111 exp 12/26.", one: "4111", other: "12/26"),
    (text: "Visit 12 Baker Street, London today.", one: "12", other: "Baker"),
    (text: "Office: 221B Baker Street", one: "221B", other: "Baker"),
    (text: "Kontor: Storgata 12", one: "Storgata", other: "12"),
    (text: "Ann,Storgata 12", one: "Storgata", other: "12"),
    (text: "Bureau : 12 rue de la Paix, 75002 Paris", one: "12", other: "Paix"),
    (text: "Adresse: Hauptstraße 12, 53111 Bonn", one: "Hauptstraße", other: "12"),
    (text: "Adresse: Hauptstraße 12, 53111 Bonn", one: "53111", other: "Bonn"),
    (text: "Send to 12 Oak Ave, Springfield, IL 62704.", one: "IL", other: "62704"),
    (text: "0150 Oslo\n", one: "0150", other: "Oslo"),
    (text: "12 Oak Ave, London SW1A 1AA", one: "London", other: "1AA"),
    (text: "Plate: BN AB 1234", one: "BN", other: "1234"),
    (text: "Requires version 1.2.3 beta 4 or newer.", one: "1.2.3", other: "4"),
    (text: "Requires foo 2.0 rc 1 or newer.", one: "2.0", other: "1"),
    (text: "{\"v\": \"1.2.3 beta 4\"}", one: "1.2.3", other: "4"),
    (text: "Use Xcode 15.2 build 15C500b here.", one: "15.2", other: "15C500b"),
    (text: "Use Python 3 version 11 here.", one: "3", other: "11"),
    (text: "See vol. 3, pp. 15-18 of it.", one: "3", other: "15-18"),
    (text: "Vol. 12, No. 3, 2024", one: "12", other: "3"),
    (text: "See § 12 Abs. 3 BGB now.", one: "12", other: "3"),
    (text: "id 1234 abcd 5678 ef01", one: "1234", other: "ef01"),
    (text: "aaaa1111  a-2.tar.gz\nbbbb2222  b.tar.gz\n", one: "aaaa1111", other: "a"),
  ])
  func `a number, an address or a reference is one value`(
    text: String, one: String, other: String
  ) throws {
    #expect(try Self.shared(text, one, other).count == 1)
  }

  @Test(arguments: [
    (text: "In 2020 we sold 12 cars and hired 3 people.", one: "2020", other: "12"),
    (text: "In 2020 we sold 12 cars and hired 3 people.", one: "12", other: "3"),
    (text: "In 2020 we sold 12 cars and hired 3 people.", one: "12", other: "cars"),
    (text: "On Monday, 12 people came and 3 left.", one: "Monday", other: "12"),
    (text: "On Monday 12 people came.", one: "Monday", other: "12"),
    (text: "Open Monday 10-12, Tuesday 11-13.", one: "10-12", other: "Tuesday"),
    (text: "Monday, Tuesday and Friday", one: "Monday", other: "Tuesday"),
    (text: "It took 2 hours and 3 cars.", one: "2", other: "3"),
    (text: "It costs 12 dollars and 10 dollars more.", one: "12", other: "10"),
    (text: "We need 12 kg, 30 cm and 5 l.", one: "12", other: "30"),
    (text: "We need 12 kg, 30 cm and 5 l.", one: "cm", other: "5"),
    (text: "Pay EUR 12, USD 30 or CHF 40.", one: "12", other: "USD"),
    (text: "EUR 12 USD 30", one: "12", other: "USD"),
    (text: "There are no 12 people.", one: "no", other: "12"),
    (text: "By 2030 we cut 12 by 2024.", one: "12", other: "2024"),
    (text: "The 3 of us saw 5 of them.", one: "3", other: "of"),
    (text: "The 12 Monkeys and the 13 Warriors.", one: "12", other: "Monkeys"),
    (text: "In 2020 Apple sold 12 Macs.", one: "2020", other: "Apple"),
    (text: "Chapter 3 has 20 pages, chapter 4 has 30.", one: "20", other: "chapter"),
    (text: "Breakfast at 8, lunch at 12 and dinner at 19:00.", one: "8", other: "12"),
    (text: "El 15 de enero y el 20 de marzo.", one: "15", other: "20"),
    (text: "The 12 hours ago 3 people left.", one: "hours", other: "3"),
    (text: "x = f(10, h, 20) / s", one: "10", other: "h"),
    (text: "x = f(10, h, 20) / s", one: "20", other: "s"),
    (text: "f00ba4a1 fix the thing in a.txt\n", one: "f00ba4a1", other: "fix"),
    (text: "a = 12; b = 13", one: "12", other: "13"),
    (text: "12 kg\n30 g", one: "12", other: "30"),
    (text: "one two three", one: "one", other: "three"),
    (text: "one two three", one: "one", other: "two"),
  ])
  func `independent words stay apart`(text: String, one: String, other: String) throws {
    #expect(try Self.shared(text, one, other).isEmpty)
  }

  @Test(arguments: [MergePolicy.balanced, .eager])
  func `only edits of one value are a conflict`(policy: MergePolicy) throws {
    func clean(_ base: String, _ ours: String, _ theirs: String) throws -> [UInt8]? {
      try mergeText(
        base: base.bytes, ours: ours.bytes, theirs: theirs.bytes,
        options: TextMergeOptions(policy: policy)
      ).clean
    }
    let value = ("Doors open at 7 pm.\n", "Doors open at 8 pm.\n", "Doors open at 7 am.\n")
    #expect(try clean(value.0, value.1, value.2) == nil)
    let words = (
      "We sold 12 cars and hired 3 people.\n", "We sold 14 cars and hired 3 people.\n",
      "We sold 12 cars and hired 5 people.\n"
    )
    let merged = "We sold 14 cars and hired 5 people.\n"
    #expect(try clean(words.0, words.1, words.2) == merged.bytes)
  }
}
