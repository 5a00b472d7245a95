/// How a property of a calendar is merged.
enum CalendarProperty {
  /// Properties that can occur often, each of which is found by its value.
  private static let repeated: Set<String> = [
    "ATTENDEE", "ATTACH", "COMMENT", "CONTACT", "RELATED-TO", "RESOURCES", "REQUEST-STATUS",
    "FREEBUSY", "CONFERENCE", "TEL", "EMAIL", "ADR", "IMPP", "MEMBER", "RELATED", "LANG", "KEY",
    "X-SOCIALPROFILE",
  ]
  /// Properties whose values, separated by commas, have no order.
  private static let lists: Set<String> = ["CATEGORIES", "EXDATE", "RDATE"]
  /// Properties of times, which depend on each other.
  private static let conditions: Set<String> = [
    "DTSTART", "DTEND", "DURATION", "DUE", "RRULE", "EXRULE", "TRIGGER", "REPEAT",
  ]
  /// Properties of the progress of a task.
  private static let progress: Set<String> = ["STATUS", "COMPLETED", "PERCENT-COMPLETE"]
  /// Properties that are text for people.
  private static let prose: Set<String> = [
    "DESCRIPTION", "SUMMARY", "NOTE", "COMMENT", "X-ALT-DESC",
  ]
  private static let stamps: Set<String> = ["DTSTAMP", "LAST-MODIFIED", "REV"]

  /// The node of a property in a component.
  static func node(
    of line: CalendarLine, in component: String, _ text: [UInt8], range: Range<Int>
  ) -> Node {
    let key = key(of: line)
    if lists.contains(line.name), let list = list(line, key, text, range: range) {
      return list
    }
    let isProse = prose.contains(line.name)
    var node = Node(isProse ? .text : .scalar, key: key, range: range, body: line.range)
    node.content = content(of: line.unfolded)
    node.isWhole = !isProse
    node.dependence = dependence(of: line, in: component, node.content)
    if stamps.contains(line.name) { node.settlement = .laterStamp }
    if line.name == "SEQUENCE" { node.settlement = .higherSequence }
    return node
  }

  static func content(of bytes: some Sequence<UInt8>) -> UInt64 {
    var hash = ContentHash()
    hash.add(hash: 3)
    for byte in bytes { hash.add(byte) }
    return hash.value
  }

  private static func key(of line: CalendarLine) -> Node.Key {
    let place =
      line.range.lowerBound..<line.range.lowerBound + min(line.name.utf8.count, line.range.count)
    var meaning = Array(line.name.utf8)
    if repeated.contains(line.name) {
      let isAddress = line.name == "ATTENDEE" || line.name == "EMAIL"
      meaning += [0x3A] + (isAddress ? line.value.map(\.lowercased) : Array(line.value))
    } else if lists.contains(line.name) {
      meaning += line.parameters.utf8
    } else if let language = line.parameter("LANGUAGE") {
      meaning += [0x3B] + Array(language.utf8)
    }
    return Node.Key(meaning: meaning, at: place)
  }

  private static func dependence(
    of line: CalendarLine, in component: String, _ content: UInt64
  ) -> Node.Dependence? {
    switch line.name {
    case "N", "FN": component == "VCARD" ? .condition(content) : nil
    case "EXDATE", "RDATE": .value(content)
    case _ where progress.contains(line.name): component == "VTODO" ? .condition(content) : nil
    case _ where conditions.contains(line.name): .condition(content)
    default: nil
    }
  }

  /// The values of a list on one line.
  private static func list(
    _ line: CalendarLine, _ key: Node.Key, _ text: [UInt8], range: Range<Int>
  ) -> Node? {
    guard line.isUnfolded, !line.value.isEmpty else { return nil }
    let start = line.range.upperBound - line.value.count
    var node = Node(
      .set, key: key, range: range, body: line.range, inner: start..<line.range.upperBound)
    var begin = start
    for place in start...line.range.upperBound {
      let isEnd = place == line.range.upperBound
      guard isEnd || text[place] == 0x2C && text[place - 1] != 0x5C else { continue }
      guard begin < place else { return nil }
      let mark = place..<(isEnd ? place : place + 1)
      node.children.append(
        Node(.scalar, range: begin..<mark.upperBound, body: begin..<place, separator: mark))
      begin = mark.upperBound
    }
    node.mark = 0x2C
    node.isOneLine = true
    if line.name != "CATEGORIES" { node.dependence = .value(content(of: line.unfolded)) }
    return node
  }
}

extension Node {
  /// The value of a property, as a number that grows with time: a date with its time, or a count.
  func stamp(in text: [UInt8]) -> (form: Int, digits: [UInt8])? {
    guard let line = CalendarLine(body, in: text) else { return nil }
    let value = line.value.filter { $0 != 0x2D && $0 != 0x3A }
    let digits = value.filter(\.isDecimalDigit)
    let others = value.filter { !$0.isDecimalDigit }
    guard !digits.isEmpty, digits.count < 18, [[], [0x54], [0x54, 0x5A]].contains(others) else {
      return nil
    }
    let isCount = line.name == "SEQUENCE"
    let padding = isCount ? Array(repeating: UInt8(0x30), count: 18 - digits.count) : []
    return (isCount ? 0 : digits.count * 4 + others.count, padding + digits)
  }
}
