import DocMergeCore
import DocMergeFormats
import Testing

/// Merges of calendars and contacts.
struct CalendarTests {
  private static func event(_ uid: String, _ lines: [String] = details) -> String {
    (["BEGIN:VEVENT", "UID:\(uid)"] + lines + ["END:VEVENT"]).map { $0 + "\n" }.joined()
  }

  private static func calendar(_ events: String...) -> String {
    "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//x//EN\n" + events.joined() + "END:VCALENDAR\n"
  }

  private static let details = [
    "DTSTAMP:20240101T000000Z", "DTSTART:20240201T100000Z", "DTEND:20240201T110000Z",
    "SUMMARY:Meeting", "LOCATION:Room 1", "CATEGORIES:WORK,TEAM", "SEQUENCE:0",
    "ATTENDEE;CN=Ann:mailto:ann@x.org", "ATTENDEE;CN=Bob:mailto:bob@x.org",
  ]
  private static let base = calendar(event("1"), event("2"))

  /// The base with other words in the first event.
  private static func changed(_ changes: (String, String)...) -> String {
    var first = event("1")
    for (old, new) in changes { first = first.replacing(old, with: new) }
    return calendar(first, event("2"))
  }

  private static let card =
    "BEGIN:VCARD\nVERSION:3.0\nUID:u1\nFN:Ann Lee\nN:Lee;Ann;;;\nTEL;TYPE=home:1\nEMAIL:a@x\n"
    + "item1.URL:http://x\nitem1.X-ABLabel:home\nREV:20240101T000000Z\nEND:VCARD\n"
  private static let other = "BEGIN:VCARD\nVERSION:3.0\nFN:Bob\nN:;Bob;;;\nTEL:2\nEND:VCARD\n"
  private static let zone =
    "BEGIN:VTIMEZONE\nTZID:Europe/Berlin\nBEGIN:STANDARD\nDTSTART:19701025T030000\n"
    + "TZOFFSETFROM:+0200\nTZOFFSETTO:+0100\nEND:STANDARD\nEND:VTIMEZONE\n"

  private static let unended = base.replacing("DTEND:20240201T110000Z\n", with: "")

  /// The base with an event for a date of a series before another event, or at the end.
  private static func dated(_ uid: String, _ line: String, before other: String?) -> String {
    let dated = event(uid, [line, "SUMMARY:Talk"])
    guard let other else { return base.replacing("END:VCALENDAR", with: dated + "END:VCALENDAR") }
    return base.replacing(event(other), with: dated + event(other))
  }

  /// Merges that leave nothing to a person.
  static let clean: [(path: String, base: String, ours: String, theirs: String, merged: String)] = [
    (
      "a.ics", base, calendar(event("1"), event("2"), event("3")),
      calendar(event("1"), event("2"), event("4")),
      calendar(event("1"), event("2"), event("3"), event("4"))
    ),
    (
      "a.ics", base.replacing("\n", with: "\r\n"),
      calendar(event("1"), event("2"), event("3")).replacing("\n", with: "\r\n"),
      calendar(event("1"), event("2"), event("4")).replacing("\n", with: "\r\n"),
      calendar(event("1"), event("2"), event("3"), event("4")).replacing("\n", with: "\r\n")
    ),
    // Other dates of a series.
    (
      "a.ics", base, dated("1", "RECURRENCE-ID:20240203T100000Z", before: "2"),
      dated("1", "RECURRENCE-ID;TZID=A:20240208T100000", before: nil),
      dated("1", "RECURRENCE-ID:20240203T100000Z", before: "2").replacing(
        "END:VCALENDAR",
        with: event("1", ["RECURRENCE-ID;TZID=A:20240208T100000", "SUMMARY:Talk"])
          + "END:VCALENDAR")
    ),
    (
      "a.ics", base, dated("1", "RECURRENCE-ID;TZID=A:20240203T100000", before: "2"),
      dated("1", "RECURRENCE-ID;TZID=B:20240203T100000", before: nil),
      dated("1", "RECURRENCE-ID;TZID=A:20240203T100000", before: "2").replacing(
        "END:VCALENDAR",
        with: event("1", ["RECURRENCE-ID;TZID=B:20240203T100000", "SUMMARY:Talk"])
          + "END:VCALENDAR")
    ),
    // Days of a series, one in a zone and one in that of Greenwich.
    (
      "a.ics", base, dated("1", "RECURRENCE-ID;TZID=Europe/Berlin:20250103T100000", before: "2"),
      dated("1", "RECURRENCE-ID:20250104T090000Z", before: nil),
      dated("1", "RECURRENCE-ID;TZID=Europe/Berlin:20250103T100000", before: "2").replacing(
        "END:VCALENDAR",
        with: event("1", ["RECURRENCE-ID:20250104T090000Z", "SUMMARY:Talk"]) + "END:VCALENDAR")
    ),
    // Of dates and counts of revisions, the later one.
    (
      "a.ics", base,
      changed(("DTSTAMP:20240101", "DTSTAMP:20240103"), ("Meeting", "Talk"), ("CE:0", "CE:2")),
      changed(("DTSTAMP:20240101", "DTSTAMP:20240102"), ("Room 1", "Room 2"), ("CE:0", "CE:10")),
      changed(
        ("DTSTAMP:20240101", "DTSTAMP:20240103"), ("Meeting", "Talk"), ("Room 1", "Room 2"),
        ("CE:0", "CE:10"))
    ),
    // An event that one side moves in time, and the other gives a title.
    (
      "a.ics", base, changed(("0201T100000", "0301T090000"), ("0201T110000", "0301T100000")),
      changed(("Meeting", "Talk")),
      changed(("0201T100000", "0301T090000"), ("0201T110000", "0301T100000"), ("Meeting", "Talk"))
    ),
    (
      "a.ics", base, changed(("CN=Ann", "CN=Ann;PARTSTAT=ACCEPTED")),
      changed(("CN=Bob", "CN=Bob;PARTSTAT=DECLINED")),
      changed(("CN=Ann", "CN=Ann;PARTSTAT=ACCEPTED"), ("CN=Bob", "CN=Bob;PARTSTAT=DECLINED"))
    ),
    (
      "a.ics", base, changed(("WORK,TEAM", "WORK,TEAM,A")), changed(("WORK,TEAM", "TEAM,B")),
      changed(("WORK,TEAM", "TEAM,A,B"))
    ),
    (
      "a.ics", base, changed(("END:VEVENT", "ATTENDEE:mailto:c@x\nEND:VEVENT")),
      changed(("END:VEVENT", "ATTENDEE:mailto:d@x\nEND:VEVENT")),
      changed(("END:VEVENT", "ATTENDEE:mailto:c@x\nATTENDEE:mailto:d@x\nEND:VEVENT"))
    ),
    (
      "a.ics", base, changed(("END:VEVENT", "EXDATE:20240301T100000Z\nEND:VEVENT")),
      changed(("END:VEVENT", "EXDATE:20240401T100000Z\nEND:VEVENT")),
      changed(("END:VEVENT", "EXDATE:20240301T100000Z,20240401T100000Z\nEND:VEVENT"))
    ),
    (
      "a.vcf", card, card + other, card + other.replacing("Bob", with: "Cyd"),
      card + other + other.replacing("Bob", with: "Cyd")
    ),
    (
      "a.vcf", card,
      card.replacing("EMAIL", with: "TEL;TYPE=work:3\nEMAIL").replacing("0101T", with: "0105T"),
      card.replacing("EMAIL", with: "TEL;TYPE=cell:4\nEMAIL").replacing("0101T", with: "0109T"),
      card.replacing("EMAIL", with: "TEL;TYPE=work:3\nTEL;TYPE=cell:4\nEMAIL")
        .replacing("0101T", with: "0109T")
    ),
  ]

  @Test(arguments: clean.indices)
  func `properties of both sides are kept`(_ index: Int) throws {
    let (path, base, ours, theirs, expected) = Self.clean[index]
    #expect(text(try merged(path, base, ours, theirs, .balanced)) == expected)
  }

  /// Merges in which something is left to a person.
  static let left: [(path: String, base: String, ours: String, theirs: String)] = [
    ("a.ics", base, changed(("Meeting", "Talk")), changed(("Meeting", "Lunch"))),
    ("a.ics", base, calendar(event("2")), changed(("Meeting", "Talk"))),
    (
      "a.ics", base, base.replacing("END:VCALENDAR", with: event("3") + "END:VCALENDAR"),
      base.replacing(
        "END:VCALENDAR", with: event("3").replacing("Meeting", with: "Talk") + "END:VCALENDAR")
    ),
    // Times depend on each other.
    (
      "a.ics", base, changed(("0201T100000", "0201T090000")),
      changed(("0201T110000", "0201T120000"))
    ),
    (
      "a.ics", base, changed(("0201T100000", "0201T090000")),
      changed(("END:VEVENT", "RRULE:FREQ=DAILY\nEND:VEVENT"))
    ),
    (
      "a.ics", base, changed(("0201T100000", "0201T090000")),
      changed(("END:VEVENT", "EXDATE:20240301T100000Z\nEND:VEVENT"))
    ),
    (
      "a.ics", base, changed(("DTEND:20240201T110000Z", "DURATION:PT1H")),
      changed(("0201T110000", "0201T120000"))
    ),
    ("a.ics", base, changed(("CN=Ann", "CN=Ann;X=1")), changed(("CN=Ann", "CN=Ann;X=2"))),
    (
      "a.ics", base, changed(("ATTENDEE;CN=Ann:mailto:ann@x.org\n", "")),
      changed(("CN=Ann", "CN=A"))
    ),
    // A date of a series that is otherwise is found by the time of the series.
    (
      "a.ics", changed(("END:VEVENT", "RRULE:FREQ=DAILY\nEND:VEVENT")),
      changed(("END:VEVENT", "RRULE:FREQ=DAILY\nEND:VEVENT"))
        .replacing(
          "END:VCALENDAR",
          with: event("1", ["RECURRENCE-ID:20240203T100000Z", "SUMMARY:Talk"]) + "END:VCALENDAR"),
      changed(
        ("END:VEVENT", "RRULE:FREQ=DAILY\nEND:VEVENT"), ("T100000Z", "T120000Z"),
        ("T110000Z", "T130000Z"))
    ),
    // One date of a series, however it is written.
    (
      "a.ics", base, dated("1", "RECURRENCE-ID;TZID=Europe/Berlin:20240203T100000", before: "2"),
      dated("1", "RECURRENCE-ID:20240203T090000Z", before: nil)
    ),
    (
      "a.ics", base,
      dated("1", "RECURRENCE-ID;TZID=Pacific/Kiritimati:20240204T100000", before: "2"),
      dated("1", "RECURRENCE-ID:20240203T200000Z", before: nil)
    ),
    (
      "a.ics", base, dated("1", "RECURRENCE-ID;VALUE=DATE-TIME:20240203T100000", before: "2"),
      dated("1", "RECURRENCE-ID;X-A=b:20240203T100000", before: nil)
    ),
    // When an event ends is said once.
    (
      "a.ics", unended, unended.replacing("LOCATION", with: "DTEND:20240201T110000Z\nLOCATION"),
      unended.replacing("SEQUENCE", with: "DURATION:PT1H\nSEQUENCE")
    ),
    (
      "a.ics", unended.replacing("VEVENT", with: "VTODO"),
      unended.replacing("VEVENT", with: "VTODO")
        .replacing("LOCATION", with: "DUE:20240201T110000Z\nLOCATION"),
      unended.replacing("VEVENT", with: "VTODO")
        .replacing("SEQUENCE", with: "DURATION:PT1H\nSEQUENCE")
    ),
    (
      "a.ics", base.replacing("UID:1\n", with: "").replacing("DTEND:20240201T110000Z\n", with: ""),
      base.replacing("UID:1\n", with: "").replacing("DTEND:20240201T110000Z\n", with: "")
        .replacing("CATEGORIES", with: "DTEND:20240201T110000Z\nCATEGORIES"),
      base.replacing("UID:1\n", with: "").replacing("DTEND:20240201T110000Z\n", with: "")
        .replacing("END:VEVENT", with: "DURATION:PT1H\nEND:VEVENT")
    ),
    // One side defines no zone that the other one goes by.
    (
      "a.ics", calendar(zone, event("1")), calendar(event("1")),
      calendar(
        zone,
        event("1").replacing(
          "START:20240201T100000Z", with: "START;TZID=Europe/Berlin:20240201T100000"))
    ),
    (
      "a.ics", calendar(zone, event("1")),
      calendar(zone.replacing("+0100", with: "+0000"), event("1")),
      calendar(zone.replacing("+0200", with: "+0300"), event("1"))
    ),
    (
      "a.vcf", card, card.replacing("home:1", with: "home:11"),
      card.replacing("home:1", with: "home:12")
    ),
    (
      "a.vcf", card, card.replacing("home:1", with: "home:11"),
      card.replacing("TYPE=home", with: "TYPE=cell")
    ),
    (
      "a.vcf", card, card.replacing("FN:Ann", with: "FN:Anne"),
      card.replacing("Lee;Ann", with: "Leigh;Ann")
    ),
    (
      "a.vcf", card, card.replacing("http://x", with: "http://y"),
      card.replacing("Label:home", with: "Label:work")
    ),
    ("a.vcf", card, card + other, card + other.replacing("TEL:2", with: "TEL:3")),
  ]

  @Test(arguments: left.indices, MergePolicy.allCases)
  func `what depends on each other is left to a person`(_ index: Int, policy: MergePolicy) throws {
    let (path, base, ours, theirs) = Self.left[index]
    for (ours, theirs) in [(ours, theirs), (theirs, ours)] {
      let merged = try merged(path, base, ours, theirs, policy)
      #expect(!merged.conflicts.isEmpty, "\(path): \(text(merged) ?? "")")
    }
  }

  @Test func `components hold properties and components`() throws {
    let tree = try soundTree(
      Self.calendar(Self.zone, Self.event("1", ["CATEGORIES:A,B", "DESCRIPTION:c\n d"])),
      CalendarFormat())
    #expect(
      tree.outline == """
        members
          members VCALENDAR
            scalar VERSION = VERSION:2.0
            scalar PRODID = PRODID:-//x//EN
            text Europe/Berlin = \(Self.zone.dropLast().replacing("\n", with: "\\n"))
            members 1
              scalar UID = UID:1
              set CATEGORIES
                scalar = A
                scalar = B
              text DESCRIPTION = DESCRIPTION:c\\n d
        """)
  }

  @Test func `a group of lines is one value`() throws {
    let tree = try soundTree(Self.card, CalendarFormat())
    #expect(tree.outline.contains("text item1 = item1.URL:http://x\\nitem1.X-ABLabel:home\n"))
  }

  @Test func `nodes own all bytes of calendars by chance`() {
    let pieces = [
      "BEGIN:VEVENT\n", "END:VEVENT\n", "BEGIN:VCARD\n", "END:VCARD\n", "UID:1\n", " x\n", "\n",
      "CATEGORIES:a,b\n", "FN:c\n", "i.TEL:1\n", "BEGIN:VTIMEZONE\n", "END:VTIMEZONE\n",
      "A;B=\"c:d\":e",
      "X",
    ]
    expectSound(pieceTexts(pieces, upTo: 3), CalendarFormat())
    expectSound(chanceTexts(pieces, length: 10, count: 10_000), CalendarFormat())
    expectSound(mutatedTexts(Self.card + Self.base, with: ":;,.\n "), CalendarFormat())
  }

  @Test func `a text that is no calendar is refused`() {
    #expect(refusal("BEGIN:VEVENT\nA\nEND:VEVENT\n", CalendarFormat())?.contains("colon") == true)
    #expect(refusal("BEGIN:VEVENT\nA:b\n", CalendarFormat())?.contains("END:VEVENT") == true)
    #expect(refusal("BEGIN:A\nEND:B\n", CalendarFormat())?.contains("END:A") == true)
    #expect(refusal("A:b\n", CalendarFormat())?.contains("BEGIN") == true)
    #expect(refusal("<<<<<<< x\n", CalendarFormat())?.contains("marker") == true)
  }
}
