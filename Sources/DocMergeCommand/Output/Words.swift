import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// Dates, sizes and counts in the form for people.
enum Words {
  /// The local date and time: `2026-11-21 10:02:11`, in German `21.11.2026 10:02:11`.
  static func date(_ date: Timestamp) -> String {
    let text = WallClock.local(date)
    return Language.current == .german ? dayFirst(text) : text
  }

  /// A date and time with the day first: `21.11.2026 10:02:11` for `2026-11-21 10:02:11`.
  private static func dayFirst(_ text: String) -> String {
    let (day, time) = (text.prefix { $0 != " " }, text.drop { $0 != " " })
    return day.split(separator: "-").reversed().joined(separator: ".") + time
  }

  /// The date in UTC with nanoseconds, in the format of RFC 3339.
  static func json(_ date: Timestamp) -> String {
    let digits = String(date.subsecond)
    return
      "\(WallClock.universal(date)).\(String(repeating: "0", count: 9 - digits.count))\(digits)Z"
  }

  /// A size: `812 B`, `1.2 kB`, `3.4 MB`; in German `1,2 kB`.
  static func size(_ bytes: Int64) -> String {
    guard bytes >= 1000 else { return "\(bytes) B" }
    var value = Double(bytes)
    var unit = 0
    let units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"]
    while value >= 999.95, unit < units.count - 1 {
      value /= 1000
      unit += 1
    }
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10)\(Language.current.decimalSign)\(tenths % 10) \(units[unit])"
  }

  /// Text padded with blanks to a width in columns.
  static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 0))
  }

  /// The date of the last sync with a remote, and what the next sync sends there.
  ///
  ///     last synced 2026-11-21 10:02:11, up to date
  ///     not synced yet, 1 change to send
  static func lastSync(_ status: RemoteStatus) -> String {
    let last = status.met.map { tr("last synced \(Words.date($0))") } ?? tr("not synced yet")
    let waiting =
      status.waiting == 0 ? tr("up to date") : tr("\(counted(status.waiting, "change")) to send")
    return "\(last), \(waiting)"
  }
}
