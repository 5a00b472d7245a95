import DocMergeCore

/// The lists of objects in an Xcode project, whose elements have the names of the objects in comments.
///
///     children = (
///       BB0000000000000000000013 /* Model.swift */,
///     );
struct OpenStepLists {
  /// The places of the elements of one list that have one name but different identifiers, by the name.
  private(set) var doubled: [[UInt8]: [Range<Int>]] = [:]

  /// Reads the lines of a project.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  init(_ text: [UInt8]) {
    var names: [[UInt8]: [Range<Int>]] = [:]
    for place in Lines(text).places {
      if let name = Self.name(in: text[place].trimmed) {
        names[Array(name), default: []].append(place)
      } else if !names.isEmpty {
        take(names)
        names = [:]
      }
    }
    take(names)
  }

  private mutating func take(_ names: [[UInt8]: [Range<Int>]]) {
    for (name, places) in names where places.count > 1 { doubled[name, default: []] += places }
  }

  private static let digits = 24

  /// The name of the object in a line of a list; `nil` for other lines.
  private static func name(in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let id = line.prefix { $0.isDecimalDigit || (0x41...0x46).contains($0) }
    let rest = line[id.endIndex...]
    guard id.count == digits, rest.starts(with: " /* ".utf8), rest.last == UInt8(ascii: ","),
      rest.dropLast().suffix(3).elementsEqual(" */".utf8), rest.count > 8
    else { return nil }
    return rest.dropFirst(4).dropLast(4)
  }
}
