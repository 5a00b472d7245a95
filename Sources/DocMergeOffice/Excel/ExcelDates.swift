/// Dates as Excel counts them: days since the end of 1899, with the time as a part of a day.
enum ExcelDates {
  /// Whether a number format shows a date or a time.
  static func isDate(_ code: String) -> Bool {
    var (rest, plain) = (code[...], "")
    while let sign = rest.popFirst() {
      switch sign {
      case "\"": rest = rest.drop { $0 != "\"" }.dropFirst()
      case "\\", "_", "*": rest = rest.dropFirst()
      case "[":
        let inner = rest.prefix { $0 != "]" }
        rest = rest.dropFirst(inner.count + 1)
        // Hours and minutes beyond a day stand in brackets, as colours and languages do.
        if inner.allSatisfy({ "hHmMsS".contains($0) }) { plain += inner }
      case ";": rest = ""
      default: plain.append(sign)
      }
    }
    guard plain.lowercased() != "general" else { return false }
    return plain.lowercased().contains { "ymdhs".contains($0) }
  }

  /// A number as a date; `nil` for one that no date of the kind shows exactly.
  static func text(of number: String) -> String? {
    guard let serial = Double(number), serial >= 0, serial < 2_958_466,
      // Excel takes 1900 for a leap year: days before March 1900 have other names there.
      serial < 1 || serial >= 61
    else { return nil }
    var day = serial.rounded(.down)
    var milliseconds = ((serial - day) * 86_400_000).rounded()
    if milliseconds == 86_400_000 { (day, milliseconds) = (day + 1, 0) }
    guard abs(day + milliseconds / 86_400_000 - serial) < 1e-9 else { return nil }
    let clock = clock(Int(milliseconds))
    guard day >= 1 else { return clock }
    let date = date(Int(day))
    return milliseconds == 0 ? date : "\(date)T\(clock)"
  }

  /// The number of a date; `nil` for a text that is none.
  static func number(of text: String) -> String? {
    guard CellValue.isDate(text) else { return nil }
    let parts = text.split(separator: "T")
    let hasDay = text.contains("-")
    let day = hasDay ? serial(parts[0]) : 0
    guard let day else { return nil }
    let clock = hasDay ? parts.dropFirst().first : parts.first
    guard let milliseconds = clock.map(milliseconds) ?? 0 else { return nil }
    return milliseconds == 0 ? String(day) : String(Double(day) + Double(milliseconds) / 86_400_000)
  }

  private static func clock(_ milliseconds: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let seconds = milliseconds / 1000
    let text = "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    let rest = milliseconds % 1000
    guard rest > 0 else { return text }
    var digits = String(rest + 1000).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(text).\(digits)"
  }

  private static func milliseconds(_ clock: Substring) -> Int? {
    let parts = clock.split(separator: ":")
    guard parts.count == 3, let hours = Int(parts[0]), let minutes = Int(parts[1]),
      let seconds = Double(parts[2]), hours < 24, minutes < 60, seconds < 60
    else { return nil }
    return (hours * 60 + minutes) * 60_000 + Int((seconds * 1000).rounded())
  }

  /// The first day that counts, from which all others are counted in the Gregorian calendar.
  private static let firstDay = days(year: 1899, month: 12, day: 30)

  private static func date(_ serial: Int) -> String {
    // After "chrono-Compatible Low-Level Date Algorithms" by Howard Hinnant.
    let days = serial + firstDay + 719_468
    let era = days / 146_097
    let day = days - era * 146_097
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
    let rest = day - (365 * year + year / 4 - year / 100)
    let month = (5 * rest + 2) / 153
    func padded(_ number: Int, _ count: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
    let monthOfYear = month < 10 ? month + 3 : month - 9
    let yearOfEra = year + era * 400 + (monthOfYear <= 2 ? 1 : 0)
    return "\(padded(yearOfEra, 4))-\(padded(monthOfYear, 2))-"
      + padded(rest - (153 * month + 2) / 5 + 1, 2)
  }

  private static func serial(_ date: Substring) -> Int? {
    let parts = date.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3, (1...12).contains(parts[1]), (1...31).contains(parts[2]) else {
      return nil
    }
    let serial = days(year: parts[0], month: parts[1], day: parts[2]) - firstDay
    return serial >= 61 && self.date(serial) == date ? serial : nil
  }

  /// The days since 1970 in the Gregorian calendar.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let (era, month) = (year / 400, month > 2 ? month - 3 : month + 9)
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * month + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
