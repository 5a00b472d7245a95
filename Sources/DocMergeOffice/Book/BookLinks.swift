import DocMergeCore

/// The links from one part of a book to another.
enum BookLinks {
  /// Whether a side put in a link to a part that the other side deleted, outside of the lists of parts.
  static func leads(
    to part: String, from side: BookDocument, base: BookDocument, but isList: (String) -> Bool
  ) -> Bool {
    side.sections.contains { section in
      guard section.name != part, !isList(section.name),
        section.contents != base.contents(section.name)
      else { return false }
      let count = links(from: section.name, section.contents, to: part)
      return count
        > (base.contents(section.name).map { links(from: section.name, $0, to: part) } ?? 0)
    }
  }

  /// How many links of a text lead to a part.
  private static func links(from name: String, _ text: [UInt8], to part: String) -> Int {
    let folder = name.split(separator: "/").dropLast()
    var count = 0
    for mark in ["href=", "src="] {
      var place = 0
      while let found = text[place...].firstRange(of: Array(mark.utf8)) {
        place = found.upperBound
        guard place < text.count, "\"'".utf8.contains(text[place]) else { continue }
        let quote = text[place]
        let target = text[(place + 1)...].prefix { $0 != quote && $0 != UInt8(ascii: "#") }
        if path(String(decoding: target, as: UTF8.self), in: folder) == part { count += 1 }
      }
    }
    return count
  }

  /// The part that an address leads to from a text in a folder.
  private static func path(_ address: String, in folder: ArraySlice<Substring>) -> String {
    var parts = Array(folder)
    for step in address.split(separator: "/") where step != "." {
      if step == ".." {
        _ = parts.popLast()
      } else {
        parts.append(step)
      }
    }
    return parts.joined(separator: "/")
  }
}
