import Foundation

/// A picture in the simplest format that there is, a binary portable pixmap (`P6`), made small.
struct Thumbnail {
  var width: Int
  var height: Int
  /// Red, green and blue of each pixel, row by row.
  var pixels: [UInt8]

  /// Reads a pixmap; `nil` for any other kind of image, of which there is no thumbnail.
  init?(_ data: Data) {
    var fields: [Int] = []
    var rest = Array(data)[...]
    guard rest.starts(with: "P6".utf8) else { return nil }
    rest = rest.dropFirst(2)
    while fields.count < 3 {
      rest = rest.drop { $0 == 0x20 || $0 == 0x0A }
      if rest.first == UInt8(ascii: "#") {
        rest = rest.drop { $0 != 0x0A }
        continue
      }
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      guard let number = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
      fields.append(number)
      rest = rest.dropFirst(digits.count)
    }
    (width, height, pixels) = (fields[0], fields[1], Array(rest.dropFirst()))
    guard (1...8192).contains(width), (1...8192).contains(height), fields[2] == 255,
      pixels.count == width * height * 3
    else { return nil }
  }

  /// The picture as a file.
  var data: Data { Data("P6\n\(width) \(height)\n255\n".utf8) + pixels }

  /// A copy of at most so many pixels a side; each is the mean of those that it stands for.
  func scaled(to side: Int) -> Thumbnail {
    let step = max(1, (max(width, height) + side - 1) / side)
    guard step > 1 else { return self }
    var small = self
    (small.width, small.height) = ((width + step - 1) / step, (height + step - 1) / step)
    small.pixels = []
    for y in stride(from: 0, to: height, by: step) {
      for x in stride(from: 0, to: width, by: step) {
        for color in 0..<3 { small.pixels.append(mean(x, y, color, step)) }
      }
    }
    return small
  }

  private func mean(_ x: Int, _ y: Int, _ color: Int, _ step: Int) -> UInt8 {
    var (sum, count) = (0, 0)
    for row in y..<min(y + step, height) {
      for column in x..<min(x + step, width) {
        sum += Int(pixels[(row * width + column) * 3 + color])
        count += 1
      }
    }
    return UInt8(sum / count)
  }

  /// The picture in characters, the darker the denser: one line for two rows of pixels.
  var lines: [String] {
    let shades = Array("@%#*+=-:. ")
    return stride(from: 0, to: height, by: 2).map { y in
      String(
        (0..<width).map { x in
          let start = (y * width + x) * 3
          let light = pixels[start..<start + 3].reduce(0) { $0 + Int($1) } / 3
          return shades[light * (shades.count - 1) / 255]
        })
    }
  }
}
