/// The requests and responses of the parsing process: numbers of 32 bits, in this machine's byte order.
///
///     request    the number of bytes, then the text
///     answer     1, the number of nodes, then six numbers for each; or 0, the length of a reason, and the reason
///     greeting   as an answer, with the names of nodes and fields in place of the nodes
enum ParseMessage {
  /// The count of numbers for a node.
  static let nodeSize = 6
  static let good: UInt32 = 1
  static let bad: UInt32 = 0

  /// The largest text that is parsed, in bytes.
  static let textLimit = 64 << 20
}
