import DocMergeUIKit
import Testing

/// Apple's language for predicates, and sorting by keys.
struct PredicateTests {
  private final class Note: NSObject {
    let name: String
    let pages: Int
    let tags: [String]
    let owner: [String: Any]
    let date: Date?

    init(_ name: String, pages: Int, tags: [String] = [], owner: String = "", date: Date? = nil) {
      (self.name, self.pages, self.tags, self.owner) = (name, pages, tags, ["name": owner])
      self.date = date
    }
  }

  private static var note: Note {
    Note(
      "Éclair recipe.note", pages: 12, tags: ["food", "sweet"], owner: "Anna",
      date: Date(timeIntervalSince1970: 1000))
  }

  @Test(arguments: [
    ("name LIKE '*.note'", true), ("name LIKE '*.txt'", false), ("name LIKE 'É?lair*'", true),
    ("name LIKE[cd] 'eclair*'", true), ("name LIKE[c] 'eclair*'", false),
    ("name ==[cd] 'ECLAIR RECIPE.NOTE'", true), ("name == 'Éclair recipe.note'", true),
    ("name != \"x\"", true), ("name <> 'Éclair recipe.note'", false),
    ("name BEGINSWITH 'Éc'", true), ("name beginswith[cd] 'ec'", true),
    ("name ENDSWITH '.note'", true),
    ("name CONTAINS 'rec'", true), ("name CONTAINS[c] 'REC'", true), ("name CONTAINS 'REC'", false),
    ("name MATCHES '.*\\\\.note'", true), ("name MATCHES 'note'", false),
    ("pages = 12", true), ("pages > 11.5", true), ("pages >= 12 && pages <= 12", true),
    ("pages < 12 OR pages =< 11", false), ("pages BETWEEN {10, 20}", true),
    ("pages IN {1, 12}", true), ("NOT pages IN {1, 12}", false), ("pages NOT IN {1}", true),
    ("'food' IN tags", true), ("tags CONTAINS 'sweet'", true), ("ANY tags == 'food'", true),
    ("ALL tags BEGINSWITH 'f'", false), ("NONE tags == 'salt'", true), ("tags.@count == 2", true),
    ("owner.name == 'Anna'", true), ("SELF.owner.name == 'Berta'", false),
    ("missing == nil", true), ("missing != NULL", false), ("missing < 5", false),
    ("TRUEPREDICATE", true), ("FALSEPREDICATE OR TRUEPREDICATE", true),
    ("NOT TRUEPREDICATE", false),
    ("!(pages == 12)", false), ("(pages) == (12)", true),
    ("pages == 1 OR pages == 12 AND name LIKE '*.txt'", false),
    ("(pages == 1 OR pages == 12) AND name LIKE '*.note'", true),
    ("pages == 0x0C", true), ("pages == -12", false), ("#name LIKE '*'", true),
  ])
  func `a format says what it says on iOS`(format: String, isTrue: Bool) {
    #expect(NSPredicate(format: format).evaluate(with: PredicateTests.note) == isTrue)
  }

  @Test func `arguments stand in the places for them`() {
    let note = PredicateTests.note
    #expect(NSPredicate(format: "%K LIKE %@", "name", "*.note").evaluate(with: note))
    #expect(NSPredicate(format: "%K ==[c] %@", "owner.name", "ANNA").evaluate(with: note))
    #expect(NSPredicate(format: "%K == %d", "pages", 12).evaluate(with: note))
    #expect(
      NSPredicate(format: "%K > %ld AND %K < %f", "pages", 1, "pages", 12.5).evaluate(with: note))
    #expect(NSPredicate(format: "pages == %@", NSNumber(value: 12)).evaluate(with: note))
    #expect(NSPredicate(format: "pages IN %@", [1, 12]).evaluate(with: note))
    #expect(NSPredicate(format: "date > %@", Date(timeIntervalSince1970: 1)).evaluate(with: note))
    #expect(NSPredicate(format: "date < %@", NSDate()).evaluate(with: note))
    #expect(
      NSPredicate(format: "%K LIKE %@", argumentArray: ["name", "*"]).evaluate(with: note))
    // What stands between quotes is a text, not a place.
    #expect(NSPredicate(format: "'%@' == %@", "%@").evaluate(with: note))
    #expect(NSPredicate(format: "SELF == %@", note).evaluate(with: note))
    #expect(
      NSPredicate(format: "pages == $COUNT").evaluate(
        with: note, substitutionVariables: ["COUNT": 12]))
  }

  @Test func `predicates combine and filter as Foundation's do`() {
    let names = ["b.note", "a.txt", "c.note"]
    let predicate = NSCompoundPredicate(
      andPredicateWithSubpredicates: [
        NSPredicate(format: "SELF ENDSWITH %@", ".note"), NSPredicate(format: "SELF != 'b.note'"),
      ])
    #expect(names.filter { predicate.evaluate(with: $0) } == ["c.note"])
    let urls = names.map { URL(fileURLWithPath: "/notes/\($0)") }
    let texts = NSPredicate(format: "pathExtension == 'txt'")
    #expect(urls.filter { texts.evaluate(with: $0) } == [urls[1]])
    #expect(texts.evaluate(with: ["pathExtension": "txt"]))
  }

  @Test(arguments: [
    ("name LIKE", 9), ("name", 4), ("name LIKE 'a", 10), ("(name == 'a'", 12), ("name == %@", 8),
    ("name == 'a' name", 12), ("name LIKE[x] 'a'", 10), ("name ~ 'a'", 5), ("", 0),
    ("lowercase(name) == 'a'", 9), ("AND name == 'a'", 0), ("name == {1, 2", 13),
  ])
  func `a format that cannot be read says where`(format: String, position: Int) {
    let error = #expect(throws: PredicateFormatError.self) {
      try NSPredicate(parsing: format)
    }
    #expect(error?.position == position)
    #expect(error?.description.contains("“\(format)” cannot be read") == true)
  }

  @Test func `a wrong format stops the program with a sentence`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = NSPredicate(format: "name LIKES 'a'")
    }
    let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(words.contains("cannot be read: a comparison such as == or LIKE is expected at"))
  }

  @Test func `objects are sorted by the values of a key`() {
    let notes = [Note("b", pages: 2), Note("a", pages: 3), Note("c", pages: 2)]
    let byPages = NSSortDescriptor(key: "pages", ascending: false)
    let byName = NSSortDescriptor(key: "name", ascending: true)
    let sorted = notes.sorted { one, other in
      let first = byPages.compare(one, to: other)
      return (first == .orderedSame ? byName.compare(one, to: other) : first) == .orderedAscending
    }
    #expect(sorted.map(\.name) == ["a", "b", "c"])
    let words = [NSString(string: "b"), NSString(string: "a")]
    let array = NSArray(array: words).sortedArray(using: [
      NSSortDescriptor(key: nil, ascending: true)
    ])
    #expect(array as? [String] == ["a", "b"])
  }
}
