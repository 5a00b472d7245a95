/// The first line of a stage: `FROM --platform=a b:1 AS c`.
struct DockerStage {
  /// The line.
  let line: Range<Int>
  /// The image or stage that it begins with, in lower case.
  let image: [UInt8]
  /// Its name in lower case; `nil` where it has none.
  let name: [UInt8]?

  /// Reads the line of a stage; `nil` for another node.
  init?(_ node: Node, in text: [UInt8]) {
    let line = text[node.body].prefix { $0 != 0x0A }
    let words = line.split(whereSeparator: \.isBlankOrTab).map { $0.map(\.lowercased) }
    guard node.kind == .blocks, words.first?.elementsEqual("from".utf8) == true else { return nil }
    self.line = line.indices
    image = words.dropFirst().first { $0.first != 0x2D } ?? []
    let isNamed = words.count > 3 && words[words.count - 2].elementsEqual("as".utf8)
    name = isNamed ? words.last : nil
  }
}

/// Tells stages apart by their names, and those without one by their images: the number of a stage changes where a
/// side adds a stage.
struct DockerStageNames {
  private var counts: [[UInt8]: Int] = [:]

  /// The identity of a stage of this name.
  static func identity(of name: [UInt8]) -> UInt64 { ContentHash.of(name) }

  /// The identity of the next stage.
  mutating func identity(of stage: DockerStage) -> UInt64 {
    if let name = stage.name { return Self.identity(of: name) }
    let image = Array(stage.image.prefix { $0 != 0x3A && $0 != 0x40 })
    counts[image, default: 0] += 1
    return ContentHash.of(image + " \(counts[image] ?? 0)".utf8)
  }
}
