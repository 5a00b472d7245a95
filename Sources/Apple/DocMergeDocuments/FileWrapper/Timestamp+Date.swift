import DocMerge
import DocMergeSystem
import Foundation
import Glibc

extension Timestamp {
  /// The moment as a date of Foundation, which is a little coarser.
  var date: Date {
    Date(timeIntervalSince1970: Double(seconds) + Double(subsecond) / 1_000_000_000)
  }

  /// The moment of a date of Foundation.
  init(_ date: Date) {
    let seconds = date.timeIntervalSince1970
    let whole = seconds.rounded(.down)
    self.init(
      seconds: Int64(max(min(whole, 9e18), -9e18)),
      nanoseconds: Int64(((seconds - whole) * 1_000_000_000).rounded(.down)))
  }
}

extension SystemPath {
  /// The path of a file URL.
  init(wrapperPath url: URL) {
    let bytes = url.withUnsafeFileSystemRepresentation { start in
      start.map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) } ?? []
    }
    self.init(bytes: bytes)
  }
}
