/// The ports of a host that an item of Compose or Kubernetes opens: `127.0.0.1:8000-8010:80/tcp`.
struct PublishedPort {
  let place: Range<Int>
  /// The place of the ports.
  let name: Range<Int>
  /// The protocol in lower case; TCP by default.
  let transport: [UInt8]
  private let ports: ClosedRange<Int>
  private let address: [UInt8]

  /// Reads an item of Compose; `nil` where it opens no port that is known.
  init?(_ item: Node, _ values: YAMLValues) {
    let text = values.text
    guard !item.isContainer else {
      self.init(item, values, port: "published", address: "host_ip")
      return
    }
    guard let value = values.value(ofItem: item) else { return nil }
    let halves = text[value].split(separator: 0x2F, maxSplits: 1)
    let parts = (halves.first ?? []).split(
      separator: 0x3A, omittingEmptySubsequences: false)
    guard parts.count > 1, let ports = parts.dropLast().last else { return nil }
    self.init(
      item, ports,
      address: text[value.lowerBound..<max(value.lowerBound, ports.startIndex - 1)],
      transport: halves.dropFirst().first ?? [])
  }

  /// Reads an item whose members of these names give the port.
  init?(_ item: Node, _ values: YAMLValues, port: String, address: String) {
    func member(_ name: String) -> ArraySlice<UInt8>? {
      values.value(at: name, of: item).map { values.text[$0] }
    }
    guard let ports = member(port) else { return nil }
    self.init(item, ports, address: member(address) ?? [], transport: member("protocol") ?? [])
  }

  private init?(
    _ item: Node, _ ports: ArraySlice<UInt8>, address: ArraySlice<UInt8>,
    transport: ArraySlice<UInt8>
  ) {
    let bounds = ports.split(separator: 0x2D).map { Int(String(decoding: $0, as: UTF8.self)) }
    guard let first = bounds.first ?? nil, let last = bounds.last ?? nil, first <= last else {
      return nil
    }
    (place, name) = (item.body, ports.startIndex..<ports.endIndex)
    (self.ports, self.address) = (first...last, Array(address))
    self.transport = transport.isEmpty ? Array("tcp".utf8) : transport.map(\.lowercased)
  }

  private static let anyAddress = ["", "0.0.0.0", "::", "[::]"].map { Array($0.utf8) }

  /// Whether both use a port.
  private func overlaps(_ other: PublishedPort) -> Bool {
    ports.overlaps(other.ports) && transport == other.transport
      && (Self.anyAddress.contains(address) || Self.anyAddress.contains(other.address)
        || address == other.address)
  }

  /// The pairs that use the same port, each in the order of the text.
  static func clashes(
    among ports: [PublishedPort]
  ) -> [(first: PublishedPort, second: PublishedPort)] {
    var clashes: [(first: PublishedPort, second: PublishedPort)] = []
    var open: [PublishedPort] = []
    for port in ports.sorted(by: { $0.ports.lowerBound < $1.ports.lowerBound }) {
      open.removeAll { $0.ports.upperBound < port.ports.lowerBound }
      for other in open where port.overlaps(other) {
        let isBehind = other.place.lowerBound < port.place.lowerBound
        clashes.append(isBehind ? (other, port) : (port, other))
      }
      open.append(port)
    }
    return clashes.sorted {
      ($0.first.place.lowerBound, $0.second.place.lowerBound)
        < ($1.first.place.lowerBound, $1.second.place.lowerBound)
    }
  }
}
