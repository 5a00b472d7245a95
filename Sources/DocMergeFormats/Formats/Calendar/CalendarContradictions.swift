import DocMergeLanguage

/// Contradictions in a calendar: two statements where a component may have only one.
///
///     DTEND:20250101T110000           an event may give its end in only one way
///     DURATION:PT1H
///
///     RECURRENCE-ID;TZID=Europe/Berlin:20250103T100000     one date of a series, perhaps,
///     RECURRENCE-ID:20250103T090000Z                       in two events
struct CalendarContradictions {
  /// A contradiction, and the component that has it.
  struct Finding: Hashable {
    let component: UInt64
    let reason: String
  }

  private(set) var places: [Finding: [Range<Int>]] = [:]
  private var dates: [ArraySlice<UInt8>: [Instance]] = [:]

  /// The places of components, by name.
  private var named: [Name: [Range<Int>]] = [:]

  /// The name of a component.
  private struct Name: Hashable {
    let uid: ArraySlice<UInt8>
    let hash: UInt64
  }

  /// The original date of an event that was moved out of a series.
  private struct Instance {
    let key: UInt64
    let body: Range<Int>
    /// The hour as it is written.
    let hour: Int
    /// Whether it is a whole day, without a time.
    let isDay: Bool
    /// The time zone; `Z` for UTC, empty for that of the reader.
    let zone: String

    /// Whether both may be the same time: a zone is at most 14 hours from Greenwich, and 26 from another zone.
    func mayBe(_ other: Instance) -> Bool {
      guard zone != other.zone else { return false }
      let zones = [zone, other.zone]
      guard zones.contains("Z") || zones.contains("") else { return false }
      let isNear = zones.contains("Z") && !isDay && !other.isDay
      return abs(hour - other.hour) <= (isNear ? 14 : Self.farthest)
    }

    /// The most hours between two zones.
    static let farthest = 26
  }

  init(in tree: SyntaxTree) {
    for node in tree.root.children { visit(node, tree.text) }
    for dates in dates.values { compare(dates) }
    for (name, found) in named where found.count > 1 {
      let word = name.uid.excerpt
      places[Finding(component: name.hash, reason: tr("`\(word)` would stand there twice"))] = found
    }
  }

  private static let pairs = [("DTEND", "DURATION"), ("DUE", "DURATION")]
  /// Properties that an event or a task has only once in one language.
  private static let single: Set<String> = ["SUMMARY", "LOCATION", "DTSTART", "DTEND", "DUE"]

  private mutating func visit(_ component: Node, _ text: [UInt8]) {
    guard component.kind == .members else { return }
    var lines: [(name: String, line: CalendarLine)] = []
    for child in component.children {
      if child.kind == .members {
        visit(child, text)
      } else if let line = CalendarLine(child.body, in: text), line.name != "BEGIN" {
        lines.append((line.name, line))
      }
    }
    let key = component.key?.hash ?? 0
    func all(_ name: String) -> [Range<Int>] { lines.filter { $0.name == name }.map(\.line.range) }
    for (one, other) in Self.pairs where !all(one).isEmpty && !all(other).isEmpty {
      let finding = Finding(component: key, reason: tr("\(one) would stand beside \(other)"))
      places[finding] = all(one) + all(other)
    }
    let head = text[component.body].prefix { $0 != 0x0A }
    if head.elementsEqual("BEGIN:VEVENT".utf8) || head.elementsEqual("BEGIN:VTODO".utf8) {
      for name in Self.single where all(name).count > 1 {
        places[Finding(component: key, reason: tr("\(name) would stand twice"))] = all(name)
      }
    }
    guard let uid = lines.first(where: { $0.name == "UID" })?.line.value else { return }
    let instance = lines.first { $0.name == "RECURRENCE-ID" }?.line
    addName(uid, instance, component.body, head)
    guard let line = instance, let hour = Self.hour(line.value) else { return }
    let isUTC = line.value.last.map { $0 | 0x20 == 0x7A } ?? false
    let zone = isUTC ? "Z" : line.parameter("TZID") ?? ""
    dates[uid, default: []].append(
      Instance(
        key: key, body: component.body, hour: hour,
        isDay: !line.value.contains { $0 | 0x20 == 0x74 }, zone: zone))
  }

  private mutating func addName(
    _ uid: ArraySlice<UInt8>, _ instance: CalendarLine?, _ body: Range<Int>,
    _ head: ArraySlice<UInt8>
  ) {
    var name = ContentHash()
    for byte in Array(head) + [0x0A] + uid { name.add(byte) }
    if let instance {
      for byte in (instance.parameter("TZID") ?? "").utf8 { name.add(byte) }
      name.add(0x3A)
      for byte in instance.value { name.add(byte.lowercased) }
    }
    named[Name(uid: uid, hash: name.value), default: []].append(body)
  }

  /// Adds dates that may be the same; each is compared with those of the hours before it.
  private mutating func compare(_ dates: [Instance]) {
    let dates = dates.sorted { ($0.hour, $0.body.lowerBound) < ($1.hour, $1.body.lowerBound) }
    var first = 0
    for (index, date) in dates.enumerated() {
      while dates[first].hour < date.hour - Instance.farthest { first += 1 }
      for other in dates[first..<index] where date.mayBe(other) {
        let finding = Finding(
          component: date.key ^ other.key,
          reason: tr("a date of a series would perhaps stand there twice"))
        places[finding, default: []] +=
          [other.body, date.body].sorted { $0.lowerBound < $1.lowerBound }
      }
    }
  }

  /// The hours up to a time such as `20250103T100000`, from a day in the distant past.
  private static func hour(_ value: ArraySlice<UInt8>) -> Int? {
    func number(_ from: Int, _ count: Int) -> Int? {
      Int(String(decoding: value.dropFirst(from).prefix(count), as: UTF8.self))
    }
    guard let year = number(0, 4), let month = number(4, 2), let day = number(6, 2),
      (1...12).contains(month)
    else { return nil }
    // Counted from March, a year has its leap day last.
    let (years, months) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    let days = years * 365 + years / 4 - years / 100 + years / 400 + (months * 153 + 2) / 5 + day
    return days * 24 + (number(9, 2) ?? 0)
  }
}
