package import DocMergeCore
import Glibc

/// Moments in calendar form.
package enum WallClock {
  /// A moment in local time: `2026-11-21 10:02:11`.
  package static func local(_ date: Timestamp) -> String {
    text(date, "%Y-%m-%d %H:%M:%S") { localtime_r($0, $1) }
  }

  /// A moment in UTC: `2026-11-21T09:02:11`.
  package static func universal(_ date: Timestamp) -> String {
    text(date, "%Y-%m-%dT%H:%M:%S") { gmtime_r($0, $1) }
  }

  private static func text(
    _ date: Timestamp, _ format: String,
    _ convert: (UnsafePointer<time_t>, UnsafeMutablePointer<tm>) -> UnsafeMutablePointer<tm>?
  ) -> String {
    var seconds = time_t(date.seconds)
    var parts = tm()
    _ = convert(&seconds, &parts)
    var buffer = [CChar](repeating: 0, count: 64)
    let count = strftime(&buffer, buffer.count, format, &parts)
    return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
