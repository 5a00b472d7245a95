import Glibc

/// Tells the service manager that started this process how it is, if one did (`sd_notify(3)`).
enum ServiceManager {
  /// Sends lines such as `READY=1`; nobody there to hear them is fine.
  static func tell(_ words: String) {
    guard let place = getenv("NOTIFY_SOCKET").map({ String(cString: $0) }) else { return }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var name = Array(place.utf8)
    // A name with @ is one of Linux' own, which is no file.
    if name.first == UInt8(ascii: "@") { name[0] = 0 }
    guard name.count > 1, name.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let file = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard file >= 0 else { return }
    defer { close(file) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
    let text = Array(words.utf8)
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = sendto(file, text, text.count, Int32(MSG_NOSIGNAL), $0, length)
      }
    }
  }
}
