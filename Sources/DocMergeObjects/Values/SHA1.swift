import DocMergeMbedTLS

/// SHA-1, the hash of git's object names (FIPS 180-4), by Mbed TLS.
package enum SHA1 {
  /// The 20 bytes of the hash of `bytes`.
  package static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: 20)
    let status = docmerge_sha1(bytes, bytes.count, &hash)
    precondition(status == 0, "SHA-1 cannot fail: it allocates nothing and takes any input.")
    return hash
  }
}
