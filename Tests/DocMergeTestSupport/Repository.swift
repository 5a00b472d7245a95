/// A repository whose objects a test takes apart.
package struct Repository {
  package let path: String

  package init(_ path: String) {
    self.path = path
  }

  /// Puts the objects of all packs into files of their own.
  package func unpack() throws {
    let script = """
      aside=$(mktemp -d packs.XXXXXX) && find objects/pack -name 'pack-*' -exec mv {} $aside ';' && \
      for pack in $aside/*.pack; do \
      [ ! -e "$pack" ] || git --git-dir=. unpack-objects -q <"$pack" || exit 1; done; rm -rf $aside
      """
    try Program("sh", in: path).run(["-c", script], exits: 0)
  }

  /// The file of an object, which is in none of the packs any more.
  package func looseFile(of id: String) throws -> File {
    try unpack()
    return File("\(path)/objects/\(id.prefix(2))/\(id.dropFirst(2))")
  }
}
