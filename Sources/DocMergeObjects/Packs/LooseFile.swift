import DocMergeSystem
import DocMergeZlib

/// The file of one object that is not in a pack.
///
/// libgit2 1.5 loops for ever on a truncated one, so it must only see whole files.
package enum LooseFile {
  /// Whether the file of an object is missing, or contains a complete stream.
  ///
  /// Linear in its bytes; needs little memory, however large the unpacked object is.
  package static func isSound(_ id: ObjectID, in repository: String) throws -> Bool {
    let name = id.description
    let path = SystemPath("\(repository)/objects/\(name.prefix(2))/\(name.dropFirst(2))")
    guard try FileStatus.of(path) != nil else { return true }
    return comesToItsEnd(try Files.read(path).bytes)
  }

  private static func comesToItsEnd(_ bytes: [UInt8]) -> Bool {
    guard bytes.count < UInt32.max else { return false }
    var (input, output) = (bytes, [UInt8](repeating: 0, count: 1 << 16))
    return input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var stream = z_stream()
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        let size = Int32(MemoryLayout<z_stream>.size)
        guard inflateInit_(&stream, ZLIB_VERSION, size) == Z_OK else { return false }
        defer { inflateEnd(&stream) }
        while true {
          stream.next_out = output.baseAddress
          stream.avail_out = UInt32(output.count)
          switch inflate(&stream, Z_NO_FLUSH) {
          case Z_STREAM_END: return true
          case Z_OK: continue
          default: return false
          }
        }
      }
    }
  }
}
