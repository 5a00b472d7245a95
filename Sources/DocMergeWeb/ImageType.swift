/// The type of an image that a browser may show, by its first bytes.
///
/// The name of a file does not matter, except that SVG looks like any other text.
enum ImageType: String, Sendable {
  case png = "image/png"
  case jpeg = "image/jpeg"
  case gif = "image/gif"
  case webP = "image/webp"
  case bmp = "image/bmp"
  case svg = "image/svg+xml"

  /// The type of a file; `nil` for a file that must not be shown.
  init?(of bytes: [UInt8], path: String) {
    if let type = Self.signatures.first(where: { bytes.starts(with: $0.mark) })?.type {
      self = type
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webP
    } else if Self.isDrawing(path), Self.isMarkup(bytes) {
      self = .svg
    } else {
      return nil
    }
  }

  private static let signatures: [(mark: [UInt8], type: ImageType)] = [
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png), ([0xFF, 0xD8, 0xFF], .jpeg),
    (Array("GIF87a".utf8), .gif), (Array("GIF89a".utf8), .gif), (Array("BM".utf8), .bmp),
  ]

  /// Whether the name is that of an SVG file.
  static func isDrawing(_ path: String) -> Bool { path.lowercased().hasSuffix(".svg") }

  private static func isMarkup(_ bytes: [UInt8]) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    return text.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }.first == UInt8(ascii: "<")
  }
}
