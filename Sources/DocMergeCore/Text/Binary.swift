/// Whether `bytes` hold a NUL anywhere, which makes them unfit for ``merge(base:ours:theirs:options:)``.
///
/// Every byte is looked at, since a NUL far behind the start spoils a merge just as much.
///
/// - Complexity: O(*n*), *n* being the number of bytes.
public func isBinary(_ bytes: [UInt8]) -> Bool { bytes.contains(0) }
