import DocMergeTestSupport
import Testing

@testable import DocMergeCommand

/// The sizes of images, from the bytes that the formats' specifications ask for.
struct ImageSizeTests {
  @Test(
    arguments: [
      (
        "png",
        [
          0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0,
          2, 128, 0, 0, 1, 224,
        ]
      ),
      ("gif", [0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 128, 2, 224, 1]),
      ("bmp", [0x42, 0x4D] + [UInt8](repeating: 0, count: 16) + [128, 2, 0, 0, 224, 1, 0, 0]),
      (
        "bmp, top down",
        [0x42, 0x4D] + [UInt8](repeating: 0, count: 16) + [128, 2, 0, 0, 0x20, 0xFE, 0xFF, 0xFF]
      ),
      (
        "jpeg",
        [
          0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC4, 0, 3, 9, 0xFF, 0xC2, 0, 11, 8, 1, 224, 2,
          128, 1,
        ]
      ),
      (
        "webp, lossy",
        Array("RIFF0000WEBPVP8 ".utf8) + [UInt8](repeating: 0, count: 10) + [128, 2, 224, 1]
      ),
      ("webp, lossless", Array("RIFF0000WEBPVP8L0000".utf8) + [0x2F, 0x7F, 0xC2, 0x77, 0]),
      ("webp, extended", Array("RIFF0000WEBPVP8X00000000".utf8) + [127, 2, 0, 223, 1, 0]),
    ] as [(String, [UInt8])])
  func `is found`(format: String, bytes: [UInt8]) {
    let size = ImageSize(of: bytes)
    #expect(size?.width == 640 && size?.height == 480, "\(format): \(size.map(\.words) ?? "none")")
    for count in bytes.indices { _ = ImageSize(of: Array(bytes.prefix(count))) }
  }

  @Test(arguments: 0..<200)
  func `of anything else is none, and does no harm`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let starts: [[UInt8]] = [[0xFF, 0xD8], Array("RIFF0000WEBPVP8 ".utf8), Array("GIF8".utf8), []]
    let bytes =
      starts[seed % 4] + (0..<random.number(0...40)).map { _ in UInt8(random.number(0...255)) }
    _ = ImageSize(of: bytes)
    #expect(ImageSize(of: Array("text\n".utf8)) == nil)
  }
}
