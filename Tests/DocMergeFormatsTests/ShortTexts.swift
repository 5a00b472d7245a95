/// All texts over some characters, from the empty one up to a length.
func shortTexts(over characters: String, upTo length: Int) -> [[UInt8]] {
  let alphabet = characters.map { Array(String($0).utf8) }
  var all: [[UInt8]] = [[]]
  var longest: ArraySlice<[UInt8]> = all[...]
  for _ in 0..<length {
    let longer = longest.flatMap { text in alphabet.map { text + $0 } }
    all += longer
    longest = longer[...]
  }
  return all
}
