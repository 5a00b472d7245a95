import DocMergeCore
import DocMergeResolvers

extension Conflict {
  /// A conflict of texts; the first side is ours, each is a second newer than the one before.
  static func texts(
    _ path: String = "todo.md", base: String?, _ sides: String...
  ) -> Conflict {
    Conflict(
      path: path, base: base.map { .text($0, id: "base", second: 0) },
      sides: sides.enumerated().map { .text($1, id: "side \($0)", second: $0 + 1) })
  }
}

extension Conflict.Side {
  static func text(
    _ text: String, id: String, second: Int = 1, isExecutable: Bool = false
  ) -> Conflict.Side {
    side(.file(isExecutable: isExecutable), id: id, second: second, bytes: Array(text.utf8))
  }

  static func side(
    _ kind: Conflict.Kind, id: String, second: Int = 1, bytes: [UInt8] = []
  ) -> Conflict.Side {
    Conflict.Side(id: id, kind: kind, date: Timestamp(seconds: Int64(second), nanoseconds: 0)) {
      bytes
    }
  }
}

/// What reading a side throws when its contents are not there.
struct Unreadable: Error, Equatable {}

extension Resolution {
  /// A decision for merged text.
  static func merged(_ text: String, isExecutable: Bool = false) -> Resolution {
    Resolution(
      outcome: .contents(Array(text.utf8), isExecutable: isExecutable), strategy: "merge")
  }

  /// The merged text.
  var text: String? {
    guard case .contents(let bytes, _) = outcome else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension [Int] {
  /// Every order of the elements.
  var permutations: [[Int]] {
    guard count > 1 else { return [self] }
    return indices.flatMap { index in
      var rest = self
      let first = rest.remove(at: index)
      return rest.permutations.map { [first] + $0 }
    }
  }
}
