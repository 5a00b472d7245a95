/// The ports of a host that an item of Compose opens: `127.0.0.1:8000-8010:80/tcp`.
struct PublishedPort {
  let place: Range<Int>
  /// Where the ports and the address stand.
  let name: Range<Int>
  private let ports: ClosedRange<Int>
  private let address: [UInt8]
  private let transport: [UInt8]

  /// Reads an item; `nil` where it opens no port that is known.
  init?(_ item: Node, _ values: YAMLValues) {
    let text = values.text
    place = item.body
    let words: Range<Int>
    if item.isContainer {
      guard let published = values.value(at: "published", of: item) else { return nil }
      words = published
      address = values.value(at: "host_ip", of: item).map { Array(text[$0]) } ?? []
      transport = values.value(at: "protocol", of: item).map { Array(text[$0]) } ?? []
    } else {
      guard let value = values.value(ofItem: item) else { return nil }
      let halves = text[value].split(separator: 0x2F, maxSplits: 1)
      let parts = (halves.first ?? []).split(
        separator: 0x3A, omittingEmptySubsequences: false)
      guard parts.count > 1, let ports = parts.dropLast().last else { return nil }
      words = ports.startIndex..<ports.endIndex
      address = Array(text[value.lowerBound..<max(value.lowerBound, ports.startIndex - 1)])
      transport = halves.dropFirst().first.map { Array($0) } ?? []
    }
    name = words
    let bounds = text[words].split(separator: 0x2D).map { Int(String(decoding: $0, as: UTF8.self)) }
    guard let first = bounds.first ?? nil, let last = bounds.last ?? nil, first <= last else {
      return nil
    }
    ports = first...last
  }

  /// Whether both want a port.
  func overlaps(_ other: PublishedPort) -> Bool {
    func isAny(_ address: [UInt8]) -> Bool {
      address.isEmpty || address == Array("0.0.0.0".utf8) || address == Array("[::]".utf8)
    }
    func isTCP(_ transport: [UInt8]) -> Bool {
      transport.isEmpty || transport.map(\.lowercased) == Array("tcp".utf8)
    }
    return ports.overlaps(other.ports) && isTCP(transport) == isTCP(other.transport)
      && (isAny(address) || isAny(other.address) || address == other.address)
  }
}
