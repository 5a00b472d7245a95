/// Why an archive, or the XML in it, is not read.
package enum ArchiveRefusal: Error, Sendable, Hashable {
  /// It is no zip archive, or its table of contents is damaged.
  case notZip
  /// A member is encrypted.
  case encrypted(String)
  /// A member is compressed in a way that is not known, or its bytes are damaged.
  case damaged(String)
  /// It holds more members, or a member more bytes, than any document does.
  case tooLarge(String)
  /// Two members have one name.
  case doubled(String)
  /// A member is not well-formed XML.
  case notXML(String, line: Int)
  /// A member declares a document type, whose entities could grow without an end.
  case documentType(String)
}
