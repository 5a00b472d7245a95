/// Something in a result that neither side put there.
public struct AuditFinding: Sendable, Hashable {
  /// The kind of the finding.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// No input has it.
    case invented
    /// It is in the result more often than the inputs account for.
    case doubled
    /// A side deleted it, and it is there again.
    case restored
    /// Both sides left it alone or agreed on it, and the result lacks it.
    case missing
    /// The inputs have it, but in another place.
    case moved
    /// All of it is in another encoding, or has or lacks a byte-order mark, without reason.
    case recoded
    /// The format of the text does not allow it, or the text defines one thing twice.
    case faulty
  }

  /// The kind of the finding.
  public var kind: Kind

  /// The bytes; their indices are offsets into the result, or into the base if they are missing;
  /// none if it is about the whole result.
  public var bytes: ArraySlice<UInt8>

  /// The fault of the structure, in words; `nil` for other kinds.
  public var reason: String?

  /// Makes a finding.
  public init(kind: Kind, bytes: ArraySlice<UInt8>, reason: String? = nil) {
    self.kind = kind
    self.bytes = bytes
    self.reason = reason
  }
}
