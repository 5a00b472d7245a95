import DocMergeCore
import DocMergeFormats
import DocMergeTestSupport
import Testing

/// Merges of calendars by chance, read by the package `icalendar` of Python.
struct CalendarOracleTests {
  private static let isThere =
    Program("python3", in: "/").run(["-c", "import icalendar"]).status == 0

  /// Reads four texts and names what the last one has otherwise than the three-way rule says.
  private static let script = """
    import sys, icalendar
    single = lambda name: name not in ('ATTENDEE', 'EXDATE', 'CATEGORIES')
    def read(text):
      found = {}
      for event in icalendar.Calendar.from_ical(text).walk('VEVENT'):
        for name, value in event.property_items(recursive=False, sorted=False):
          if name in ('BEGIN', 'END'): continue
          key = (str(event['UID']), name)
          more = value.to_ical() if hasattr(value, 'to_ical') else str(value).encode()
          parts = more.split(b',') if not single(name) else [more]
          params = '' if name != 'ATTENDEE' else str(sorted(value.params.items()))
          found.setdefault(key, set()).update((part, params) for part in parts)
      return found
    for number, case in enumerate(sys.stdin.buffer.read().split(b'\\x01')):
      base, ours, theirs, made = [read(text) for text in case.split(b'\\0')]
      for key in set(base) | set(ours) | set(theirs) | set(made):
        b, o, t, r = [texts.get(key, set()) for texts in (base, ours, theirs, made)]
        if key[1] == 'DTSTAMP' and b and o and t and b not in (o, t):
          expected = {max(o | t)}
        elif not single(key[1]):
          expected = (o & t) | (o - b) | (t - b)
        else:
          expected = t if o == b else o if t == b or o == t else None
        gone = any(key[0] not in [uid for uid, _ in texts] for texts in (ours, theirs))
        if expected and not gone and r != expected:
          print(number, key, expected, r)
    """

  private typealias Event = [Int]

  private static func text(_ events: [Event?]) -> String {
    let bodies = events.enumerated().compactMap { index, event in
      event.map { event in
        "BEGIN:VEVENT\nUID:\(index)\nDTSTAMP:2024010\(1 + event[0])T000000Z\n"
          + "DTSTART:20240201T1\(event[1])0000Z\nDTEND:20240201T2\(event[1])0000Z\n"
          + "SUMMARY:s\(event[2])\n" + (event[3] > 0 ? "CATEGORIES:a,b\(event[3])\n" : "")
          + (event[4] > 0 ? "ATTENDEE;X-A=\(event[4]):mailto:a@x\n" : "")
          + "ATTENDEE:mailto:b\(event[5])@x\nLOCATION:l\n o\(event[6])\nEND:VEVENT\n"
      }
    }
    return "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n" + bodies.joined() + "END:VCALENDAR\n"
  }

  private static func changed(_ events: [Event?], _ generator: inout SeededGenerator) -> [Event?] {
    var events = events
    for _ in 0..<generator.number(1...4) {
      let index = generator.number(0...events.count - 1)
      guard var event = events[index] else {
        events[index] = Array(repeating: 1, count: 7)
        continue
      }
      let part = generator.number(0...7)
      if part < 7 { event[part] = generator.number(0...3) }
      events[index] = part == 7 ? nil : event
    }
    return events
  }

  @Test(.enabled(if: isThere))
  func `a parser finds in clean merges what each side did alone`() throws {
    var generator = SeededGenerator(seed: 3)
    var cases: [[UInt8]] = []
    for _ in 0..<200 {
      let base = (0..<5).map { _ in
        generator.once(in: 4) ? nil : Array(repeating: 1, count: 7)
      }
      let texts = [base, Self.changed(base, &generator), Self.changed(base, &generator)]
        .map(Self.text)
      let merged = try merged("a.ics", texts[0], texts[1], texts[2], .balanced)
      guard let clean = merged.clean else { continue }
      cases.append(Array((texts.map { Array($0.utf8) } + [clean]).joined(separator: [0])))
    }
    let output = Program("python3", in: "/").run(
      ["-c", Self.script], input: Array(cases.joined(separator: [1])))
    #expect(output.status == 0, "\(output.messages)")
    #expect(output.text.isEmpty, "\(output.text)")
    #expect(cases.count > 40)
  }
}
