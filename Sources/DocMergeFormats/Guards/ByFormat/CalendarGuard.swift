import DocMergeCore
import DocMergeLanguage

/// Finds times of a merged calendar in a time zone that it no longer defines, changed dates of a series
/// whose times the other side changed, one date of a series written in two ways, and two properties where a
/// component may have only one.
struct CalendarGuard {
  private let known: Set<String>
  private let series: [Series]
  private let inputs: [SyntaxTree]

  init(_ inputs: [SyntaxTree]) {
    self.inputs = inputs
    series = inputs.map(Series.init)
    known = inputs.reduce(into: []) { $0.formUnion(Self.undefined(in: $1).keys) }
  }

  /// The lines that name a zone that is missing, and missing in no input.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    Self.undefined(in: tree).filter { !known.contains($0.key) }.map { zone, places in
      StructureFault(places: places, reason: tr("the time zone `\(zone)` would be missing"))
    }.sorted { $0.stands(before: $1) } + seriesFaults(tree) + otherFaults(tree)
  }

  /// The contradictions that no input has.
  private func otherFaults(_ tree: SyntaxTree) -> [StructureFault] {
    let made = CalendarContradictions(in: tree).places
    guard !made.isEmpty else { return [] }
    let known = inputs.reduce(into: Set()) {
      $0.formUnion(CalendarContradictions(in: $1).places.keys)
    }
    return made.filter { !known.contains($0.key) }.map {
      StructureFault(places: $1, reason: $0.reason)
    }.sorted { $0.stands(before: $1) }
  }

  /// The dates of a series that have other times of the series beside them than in every input that has them.
  private func seriesFaults(_ tree: SyntaxTree) -> [StructureFault] {
    let made = Series(tree)
    return made.dates.compactMap { key, date in
      let times = series.filter { $0.dates[key] != nil }.map { $0.times[date.uid] }
      guard !times.isEmpty, !times.contains(made.times[date.uid]) else { return nil }
      return StructureFault(
        places: [date.body], reason: tr("a date of a series would be beside other times of it"))
    }.sorted { $0.stands(before: $1) }
  }

  /// The zones that lines name and no component defines.
  private static func undefined(in tree: SyntaxTree) -> [String: [Range<Int>]] {
    var defined: Set<String> = []
    var named: [String: [Range<Int>]] = [:]
    func walk(_ node: Node) {
      if node.kind == .text, let key = node.key, tree.text[node.body].starts(with: "BEGIN:".utf8) {
        defined.insert(String(decoding: tree.text[key.range], as: UTF8.self).uppercased())
        return
      }
      if node.kind != .members, let line = CalendarLine(node.body, in: tree.text),
        let zone = line.parameter("TZID")
      {
        named[zone, default: []].append(node.body)
      }
      for child in node.children where node.kind == .members { walk(child) }
    }
    walk(tree.root)
    return named.filter { !defined.contains($0.key) && !$0.key.hasPrefix("/") }
  }
}

/// The series of events of a text, and their changed dates.
private struct Series {
  struct Date {
    let uid: [UInt8]
    let body: Range<Int>
  }

  /// The times of each series, as a hash, by its UID.
  private(set) var times: [[UInt8]: UInt64] = [:]
  private(set) var dates: [UInt64: Date] = [:]

  init(_ tree: SyntaxTree) {
    for calendar in tree.root.children {
      for event in calendar.children where event.kind == .members { add(event, tree.text) }
    }
  }

  private mutating func add(_ event: Node, _ text: [UInt8]) {
    var (uid, date, hash): ([UInt8]?, Bool, UInt64) = (nil, false, 0)
    for property in event.children where !property.isContainer || property.kind == .set {
      guard let line = CalendarLine(property.body, in: text) else { continue }
      switch line.name {
      case "UID": uid = Array(line.value)
      case "RECURRENCE-ID": date = true
      case "DTSTART", "RRULE": hash ^= property.content
      default: break
      }
    }
    guard let uid, let key = event.key else { return }
    if date {
      dates[key.hash] = Date(uid: uid, body: event.body)
    } else {
      times[uid] = hash
    }
  }
}
