/// Lock files of another name than their program gives them, such as `build.lock`: the format is that of their text.
struct UnnamedLockFormat: DocumentFormat {
  let path: String

  var name: String { "lock" }

  func tree(of text: [UInt8]) throws(FormatRefusal) -> SyntaxTree {
    try format(of: text).tree(of: text)
  }

  /// The format by what programs write first, or before each entry; the outline where no program is known.
  func format(of text: [UInt8]) -> any DocumentFormat {
    let lines = text.split(separator: 0x0A).lazy.filter { $0.first != 0x23 }
    guard let first = lines.first else { return OutlineFormat(path: path) }
    if first.first == UInt8(ascii: "{") { return JSONLockFormat() }
    if ["GEM", "GIT", "PATH"].contains(where: { first.elementsEqual($0.utf8) }) {
      return IndentedLockFormat(.bundler)
    }
    if first.starts(with: "PODS:".utf8) { return IndentedLockFormat(.cocoaPods) }
    if lines.contains(where: { $0.starts(with: "[[package]]".utf8) }) { return TOMLFormat() }
    // `name@range:`
    let isEntry = first.last == 0x3A && first.contains(0x40)
    return isEntry ? IndentedLockFormat(.yarn) : OutlineFormat(path: path)
  }
}
