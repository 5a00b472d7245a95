/// A message between processes.
enum Frame: Sendable {
  /// Asks presenters to give way, before an access.
  case ask([PresenterAsk])
  /// The access has ended, with these changes.
  case end([PresenterNews], NewsOrigin)
  /// Something happened, outside of any access of the receiver's visit.
  case tell([PresenterNews], NewsOrigin)
  /// The question has arrived, or the news was received: the process runs.
  case received
  /// All presenters have answered.
  case answer(ReportedError?)

  /// The encoded frame: first its length, last the time of sending.
  var bytes: [UInt8] {
    var fields = Fields()
    switch self {
    case .ask(let asks):
      fields.put(1)
      fields.put(asks) { $0.put($1) }
    case .end(let news, let origin), .tell(let news, let origin):
      if case .end = self { fields.put(2) } else { fields.put(3) }
      fields.put(news) { $0.put($1) }
      fields.put(origin.process)
      fields.put(origin.purpose)
    case .received: fields.put(4)
    case .answer(let error):
      fields.put(5)
      fields.put(error.map { [$0] } ?? []) { fields, error in
        fields.put(error.domain)
        fields.put(UInt64(bitPattern: error.code))
        fields.put(error.text)
        fields.put(error.process)
        fields.put(error.token)
      }
    }
    fields.put(Clock.now)
    var frame = Fields()
    frame.put(fields.bytes)
    return frame.bytes
  }

  private init(_ fields: inout Fields) throws {
    switch try fields.number() {
    case 1: self = .ask(try fields.list { try $0.presenterAsk() })
    case 2:
      let news = try fields.list { try $0.presenterNews() }
      self = .end(news, NewsOrigin(process: try fields.text(), purpose: try fields.text()))
    case 3:
      let news = try fields.list { try $0.presenterNews() }
      self = .tell(news, NewsOrigin(process: try fields.text(), purpose: try fields.text()))
    case 4: self = .received
    case 5:
      self = .answer(
        try fields.list { fields in
          ReportedError(
            domain: try fields.text(), code: Int64(bitPattern: try fields.number()),
            text: try fields.text(), process: try fields.text(), token: try fields.number())
        }.first)
    default: throw Fields.Malformed()
    }
  }

  /// Takes the first whole frame from the received bytes.
  static func take(from buffer: inout [UInt8]) throws -> ReceivedMessage? {
    guard buffer.count >= 8 else { return nil }
    let count = buffer[..<8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    // No message is that long: the other side speaks another protocol.
    guard count < 1 << 28 else { throw Fields.Malformed() }
    guard buffer.count >= 8 + Int(count) else { return nil }
    var fields = Fields(bytes: Array(buffer[8..<8 + Int(count)]))
    buffer.removeFirst(8 + Int(count))
    let frame = try Frame(&fields)
    return ReceivedMessage(frame: frame, sent: try fields.number())
  }
}

/// A received message.
struct ReceivedMessage: Sendable {
  var frame: Frame
  /// The time of sending, by the clock that all processes share.
  var sent: UInt64
}
