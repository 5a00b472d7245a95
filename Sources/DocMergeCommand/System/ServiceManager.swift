import Glibc

/// Reports the state of this process to the service manager that started it, if one did (`sd_notify(3)`).
enum ServiceManager {
  /// Sends lines such as `READY=1`; without a service manager it does nothing.
  static func tell(_ words: String) {
    guard let place = getenv("NOTIFY_SOCKET").map({ String(cString: $0) }) else { return }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var name = Array(place.utf8)
    // A name with @ is an abstract one of Linux, which is not a file.
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
