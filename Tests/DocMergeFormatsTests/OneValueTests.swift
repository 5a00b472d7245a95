import DocMergeCore
import DocMergeFormats
import Testing

/// Edits of both sides in one value, which no one wrote as a whole.
struct OneValueTests {
  private static func line(_ path: String, _ base: String, _ ours: Edit, _ theirs: Edit)
    -> EditedCase
  {
    EditedCase(path, base, [ours], [theirs])
  }

  private static let left: [EditedCase] = [
    line(
      "a.json", "{\n  \"point\": [10.75, 59.91]\n}\n", .swap("10.75", "10.39"),
      .swap("59.91", "60.39")),
    line("a.yaml", "size: [1, 2, 3]\nname: x\n", .swap("1", "7"), .swap("3", "9")),
    line("a.toml", "range = [1, 20]\n", .swap("[1", "[5"), .swap("20", "30")),
    line(
      "Dockerfile", "FROM node:18-alpine\nRUN make\n", .swap("18", "20"), .swap("alpine", "slim")),
    line(
      "a.yaml", "db:\n  image: postgres:14-alpine\n", .swap("14", "16"), .swap("alpine", "slim")),
    line(
      "a.md", "See http://a.example/one-two for it.\n", .swap("http", "https"),
      .swap("two", "three")),
    line("a.txt", "Take 2 tablets of 50 mg each morning.\n", .swap("2", "4"), .swap("50", "100")),
    line(
      "a.svg", "<svg>\n  <rect x=\"0\" y=\"0\" fill=\"red\"/>\n</svg>\n", .swap("x=\"0", "x=\"5"),
      .swap("y=\"0", "y=\"7")),
    line("a.yaml", "name: oats\namount: 5\nunit: kg\n", .swap("5", "6"), .swap("kg", "g")),
    line("a.md", "予算は12万円です。\n", .swap("12", "15"), .swap("円", "ドル")),
    line("a.txt", "We meet in room B 214 at ten.\n", .swap("B", "C"), .swap("214", "117")),
    line("a.txt", "Chair: Anna Maria Berg\nend\n", .swap("Anna", "Eva"), .swap("Berg", "Holm")),
    line(
      "a.json", "{\"name\": \"Anna Maria Berg\"}\n", .swap("Anna", "Eva"), .swap("Berg", "Holm")),
    line(
      "a.txt", "The sum of two hundred and fifty pounds.\n", .swap("two", "three"),
      .swap("fifty", "sixty")),
    line(
      "a.txt", "Sign up by the 3. Mai at the office of Mr Krause.\n", .swap("3", "5"),
      .swap("Mai", "Juni")),
    line(
      "a.json", "{\n  \"date\": { \"day\": 3, \"month\": 4, \"year\": 2024 }\n}\n",
      .swap("3", "30"), .swap("4,", "5,")),
    line(
      "a.csv", "item,amount,currency\nrent,\"9,500\",NOK\ntea,40,NOK\nsalt,3,NOK\n",
      .swap("40", "5"),
      .swap("40,NOK", "40,EUR")),
    line("a.txt", "Flight LH 452 leaves at ten.\n", .swap("LH", "SK"), .swap("452", "460")),
    line("a.txt", "Car EL 45 678 is parked.\n", .swap("EL", "EK"), .swap("678", "687")),
    line("a.txt", "It is in Building C, Room 204.\n", .swap("C,", "D,"), .swap("204", "110")),
    line("a.txt", "See Title 12, Section 345 of it.\n", .swap("12", "15"), .swap("345", "350")),
    line("a.txt", "Reading: Luke 2, 1-14\n", .swap("Luke", "Mark"), .swap("14", "20")),
    line(
      "a.txt", "The hut is at 61° 38' 12\" N, 8° 18' 45\" E.\n", .swap("38", "39"),
      .swap("45", "52")),
    line(
      "a.md", "The chair is Ida Moe, tel. 555-1201.\n", .swap("Ida Moe", "Per Vik"),
      .swap("1201", "1299")),
    line("a.md", "Give 250 mg three times daily.\n", .swap("250", "500"), .swap("three", "four")),
    line("a.md", "The hut is 12 km north of Otta.\n", .swap("12", "15"), .swap("north", "west")),
    line(
      "a.go", "package a\n\nconst wait = 30 * time.Second\n", .swap("30", "90"),
      .swap("Second", "Minute")),
    line(
      "a.tex", "A length of \\SI{120}{\\cm} in all.\n", .swap("120", "1.2"), .swap("cm", "mm")),
    line(
      "a.sql", "SELECT 1 FROM a\nWHERE x BETWEEN 10 AND 20\n  AND y = 3;\n", .swap("10", "15"),
      .swap("20", "40")),
    line(
      "a.java", "class A {\n  void stop() {\n    pool.wait(30, TimeUnit.SECONDS);\n  }\n}\n",
      .swap("30", "90"), .swap("SECONDS", "MINUTES")),
    line(
      "a.json", "{\n  \"wait\": { \"value\": 30, \"unit\": \"seconds\" }\n}\n", .swap("30", "90"),
      .swap("seconds", "minutes")),
    line(
      "a.toml", "[cache]\nttl = 30\nunit = \"seconds\"\npath = \"/var\"\n", .swap("30", "90"),
      .swap("seconds", "minutes")),
    line(
      "a.json", "{\n  \"day\": 15,\n  \"month\": \"January\",\n  \"year\": 2024\n}\n",
      .swap("15", "20"), .swap("January", "February")),
    // Ranges that would end before they start.
    line(
      "a.xml", "<days>\n  <day from=\"2024-06-01\" to=\"2024-06-03\"/>\n</days>\n",
      .swap("06-01", "06-08"), .swap("06-03", "06-04")),
    line(
      "a.json", "{\n  \"from\": \"2024-06-01\",\n  \"to\": \"2024-06-03\"\n}\n",
      .swap("06-01", "06-08"), .swap("06-03", "06-04")),
    line(
      "a.yaml", "pool:\n  minSize: 2\n  maxSize: 8\n", .swap("2", "6"), .swap("8", "4")),
    line(
      "a.properties", "pool.max-idle=10\npool.min-idle=2\npool.max-wait=5\n", .swap("10", "4"),
      .swap("min-idle=2", "min-idle=6")),
    // A sentence that both sides put in, at two places.
    line(
      "a.md", "Fill the tank. Check the oil. Start slowly.\n",
      .add("Wear gloves. ", before: "Check"), .add("Wear gloves. ", before: "Start")),
    // Two elements with one name, where names tell all others apart.
    EditedCase(
      "a.toml", "[[route]]\npath = \"/a\"\nopen = true\n\n[[route]]\npath = \"/b\"\nopen = true\n",
      [.add("\n[[route]]\npath = \"/c\"\nopen = true\n", behind: "\"/b\"\nopen = true\n")],
      [.add("[[route]]\npath = \"/c\"\nopen = false\n\n", before: "[[route]]\npath = \"/a\"")]),
    // One line that both put into one list.
    EditedCase(
      "a.txt", "milk 1 l\neggs 6\nbread\nsoap\n", [.add("apples\n", before: "milk")],
      [.add("apples\n", behind: "soap\n")]),
  ]

  @Test(arguments: left.indices)
  func `a value that no one wrote is left to a person`(_ index: Int) throws {
    try Self.left[index].checkLeft(.balanced)
  }

  private static func clean(_ path: String, _ base: String, _ one: Edit, _ other: Edit)
    -> EditedCase
  {
    EditedCase(path, base, [one], [other], [one, other])
  }

  private static let clean: [EditedCase] = [
    clean("a.json", "{\n  \"all\": [1, 2, 3, 4, 5, 6]\n}\n", .swap("1", "7"), .swap("6", "9")),
    clean(
      "a.md", "The quick brown fox jumps over the lazy dog today.\n", .swap("quick", "slow"),
      .swap("lazy", "old")),
    // Items on lines of their own.
    clean(
      "a.json", "{\n  \"all\": [\n    1,\n    2,\n    3\n  ]\n}\n", .swap("1", "7"), .swap("3", "9")
    ),
    // One item below two heads.
    clean(
      "a.txt", "Monday\n  gym\n  shop\nTuesday\n  work\n  choir\n",
      .add("  lunch\n", behind: "  gym\n"),
      .add("  lunch\n", behind: "  work\n")),
    clean(
      "a.md", "We met Anna in Oslo and then went home by train.\n", .swap("Oslo", "Bergen"),
      .swap("train", "boat")),
    clean(
      "a.csv", "item,amount,currency\nrent,9500,NOK\ntea,40,NOK\nsalt,3,NOK\n", .swap("40", "5"),
      .swap("3,NOK", "3,EUR")),
    clean("a.md", "one two three four five six\n", .swap("two", "TWO"), .swap("six", "SIX")),
    clean(
      "a.md", "Paris, Oslo and Rome are far from here today.\n", .swap("Paris", "Lyon"),
      .swap("Rome", "Kiel")),
    // Two ends of a range that stay in their order, and a pair that counts down.
    clean(
      "a.json", "{\n  \"from\": \"2024-06-01\",\n  \"to\": \"2024-06-30\"\n}\n",
      .swap("06-01", "06-08"), .swap("06-30", "07-04")),
    clean("a.yaml", "from: 10\nsize: 4\nto: 1\n", .swap("10", "20"), .swap("to: 1", "to: 2")),
    // Lines of a verse come back in another one.
    clean(
      "a.txt", "one\nrefrain\n\ntwo\n\nthree\n", .add("refrain\n", behind: "two\n"),
      .swap("three", "four")),
  ]

  @Test(arguments: clean.indices)
  func `edits of two values are merged`(_ index: Int) throws { try Self.clean[index].check() }
}
