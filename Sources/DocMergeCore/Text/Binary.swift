/// Whether `bytes` contain a NUL, so that ``merge(base:ours:theirs:options:)`` cannot be used for them.
///
/// Every byte is checked, since a NUL far from the start breaks a merge just as much.
///
/// - Complexity: O(*n*), *n* being the number of bytes.
public func isBinary(_ bytes: [UInt8]) -> Bool { bytes.contains(0) }
