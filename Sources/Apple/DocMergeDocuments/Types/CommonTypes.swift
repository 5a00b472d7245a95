/// The built-in types of Apple's systems, as far as documents have them.
enum CommonTypes {
  /// Apple's identifiers of MIME types.
  static let byMIMEType: [String: String] = Dictionary(
    all.flatMap { type in type.mimeTypes.map { ($0, type.identifier) } },
    uniquingKeysWith: { first, _ in first })

  static let all: [TypeDeclaration] = general + texts + pictures + media + archives + packages

  /// A declaration in a line: identifier, supertypes, words, extensions, MIME types.
  private static func type(
    _ identifier: String, _ conformsTo: String, _ description: String, _ extensions: String = "",
    _ mimeTypes: String = ""
  ) -> TypeDeclaration {
    func words(_ text: String) -> [String] { text.split(separator: " ").map { String($0) } }
    return TypeDeclaration(
      identifier: identifier, conformsTo: words(conformsTo), description: description,
      extensions: words(extensions), mimeTypes: words(mimeTypes))
  }

  private static let general = [
    type("public.item", "", "item"),
    type("public.content", "", "content"),
    type("public.composite-content", "public.content", "composite content"),
    type("public.data", "public.item", "data", "", "application/octet-stream"),
    type("public.directory", "public.item", "directory"),
    type("public.folder", "public.directory", "folder", "", "inode/directory"),
    type("public.symlink", "public.item", "symbolic link", "", "inode/symlink"),
    type("com.apple.resolvable", "", "resolvable"),
    type("com.apple.package", "public.directory", "package"),
    type("com.apple.bundle", "public.directory", "bundle"),
    type("public.archive", "public.data", "archive"),
    type("public.font", "public.data", "font"),
    type("public.database", "public.data", "database"),
    type("public.executable", "public.data", "executable"),
  ]

  private static let texts = [
    type("public.text", "public.data public.content", "text"),
    type("public.plain-text", "public.text", "plain text", "txt text", "text/plain"),
    type("public.utf8-plain-text", "public.plain-text", "UTF-8 text"),
    type("public.utf16-plain-text", "public.plain-text", "UTF-16 text"),
    type(
      "net.daringfireball.markdown", "public.text", "Markdown", "md markdown mdown", "text/markdown"
    ),
    type("public.rtf", "public.text", "rich text", "rtf", "text/rtf application/rtf"),
    type("public.html", "public.text", "HTML", "html htm shtml", "text/html"),
    type("public.xml", "public.text", "XML", "xml", "application/xml text/xml"),
    type("public.json", "public.text", "JSON", "json", "application/json"),
    type("public.yaml", "public.text", "YAML", "yml yaml", "application/yaml application/x-yaml"),
    type("public.css", "public.text", "style sheet", "css", "text/css"),
    type("public.delimited-values-text", "public.text", "delimited values"),
    type(
      "public.comma-separated-values-text", "public.delimited-values-text",
      "comma-separated values", "csv", "text/csv"),
    type(
      "public.tab-separated-values-text", "public.delimited-values-text", "tab-separated values",
      "tsv tab", "text/tab-separated-values"),
    type("public.log", "public.plain-text", "log", "log"),
    type("com.apple.property-list", "public.data", "property list", "plist"),
    type("public.source-code", "public.plain-text", "source code"),
    type("public.swift-source", "public.source-code", "Swift source", "swift", "text/x-swift"),
    type("public.c-source", "public.source-code", "C source", "c", "text/x-csrc"),
    type("public.c-header", "public.source-code", "C header", "h", "text/x-chdr"),
    type("public.script", "public.source-code", "script"),
    type(
      "public.shell-script", "public.script", "shell script", "sh command",
      "application/x-shellscript"),
    type("public.python-script", "public.script", "Python script", "py", "text/x-python"),
    type(
      "com.netscape.javascript-source", "public.source-code public.executable", "JavaScript",
      "js javascript mjs", "text/javascript"),
    type("public.vcard", "public.text", "contact", "vcf vcard", "text/vcard"),
    type("com.apple.ical.ics", "public.text", "calendar", "ics", "text/calendar"),
    type("public.tex", "public.text", "TeX", "tex", "text/x-tex"),
  ]

  private static let pictures = [
    type("public.image", "public.data public.content", "image"),
    type("public.jpeg", "public.image", "JPEG image", "jpeg jpg jpe", "image/jpeg"),
    type("public.png", "public.image", "PNG image", "png", "image/png"),
    type("com.compuserve.gif", "public.image", "GIF image", "gif", "image/gif"),
    type("public.tiff", "public.image", "TIFF image", "tiff tif", "image/tiff"),
    type("org.webmproject.webp", "public.image", "WebP image", "webp", "image/webp"),
    type("public.heic", "public.image", "HEIC image", "heic", "image/heic"),
    type("public.svg-image", "public.image public.xml", "SVG image", "svg", "image/svg+xml"),
    type("com.microsoft.bmp", "public.image", "BMP image", "bmp", "image/bmp"),
  ]

  private static let media = [
    type("public.audiovisual-content", "public.data public.content", "audiovisual content"),
    type("public.audio", "public.audiovisual-content", "audio"),
    type("public.movie", "public.audiovisual-content", "movie"),
    type("public.mp3", "public.audio", "MP3 audio", "mp3", "audio/mpeg"),
    type(
      "com.microsoft.waveform-audio", "public.audio", "WAVE audio", "wav", "audio/x-wav audio/wav"),
    type("public.mpeg-4", "public.movie", "MPEG-4 movie", "mp4", "video/mp4"),
    type(
      "com.apple.quicktime-movie", "public.movie", "QuickTime movie", "mov qt", "video/quicktime"),
    type("com.adobe.pdf", "public.data public.composite-content", "PDF", "pdf", "application/pdf"),
    type(
      "org.idpf.epub-container", "public.data public.composite-content", "EPUB", "epub",
      "application/epub+zip"),
  ]

  private static let archives = [
    type("public.zip-archive", "public.archive", "ZIP archive", "zip", "application/zip"),
    type("public.tar-archive", "public.archive", "tar archive", "tar", "application/x-tar"),
    type(
      "org.gnu.gnu-zip-archive", "public.archive", "gzip archive", "gz gzip", "application/gzip"),
    type(
      "org.openxmlformats.wordprocessingml.document", "public.data public.composite-content",
      "Word document", "docx",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    type(
      "org.openxmlformats.spreadsheetml.sheet", "public.data public.composite-content",
      "Excel sheet", "xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    type(
      "org.oasis-open.opendocument.text", "public.data public.composite-content",
      "OpenDocument text", "odt", "application/vnd.oasis.opendocument.text"),
  ]

  /// The packages of containers; see `FolderRules` of the store.
  private static let packages = [
    type(
      "com.apple.rtfd", "com.apple.package public.composite-content", "rich text with attachments",
      "rtfd"),
    type(
      "org.textbundle.package", "com.apple.package public.composite-content", "text bundle",
      "textbundle"),
    type(
      "com.apple.iwork.pages.pages", "com.apple.package public.composite-content", "Pages document",
      "pages"),
    type(
      "com.apple.iwork.numbers.numbers", "com.apple.package public.composite-content",
      "Numbers sheet", "numbers"),
    type(
      "com.apple.iwork.keynote.key", "com.apple.package public.composite-content", "Keynote slides",
      "key"),
    type("com.apple.generic-bundle", "com.apple.bundle com.apple.package", "bundle", "bundle"),
    type("com.apple.xcode.project", "com.apple.package", "Xcode project", "xcodeproj"),
    type("com.apple.dt.document.workspace", "com.apple.package", "Xcode workspace", "xcworkspace"),
    type("com.apple.dt.playground", "com.apple.package", "playground", "playground"),
    type("com.apple.dt.playgroundpage", "com.apple.package", "playground page", "xcplaygroundpage"),
    type("com.apple.xcode.model", "com.apple.package", "data model", "xcdatamodel xcdatamodeld"),
    type("com.apple.logic10.project", "com.apple.package", "Logic project", "logicx"),
    type(
      "com.literatureandlatte.scrivener2.scriv", "com.apple.package", "Scrivener project", "scriv"),
    type(
      "com.omnigroup.omnioutliner.oo3-package", "com.apple.package", "OmniOutliner outline", "oo3"),
    type(
      "org.docmerge.imagenotes", "com.apple.package public.composite-content", "image notes",
      "imagenotes"),
  ]
}

extension UniformType {
  /// Anything that holds bytes.
  public static let data = UniformType(unchecked: "public.data")
  /// Anything in a file system.
  public static let item = UniformType(unchecked: "public.item")
  /// Anything that people look at.
  public static let content = UniformType(unchecked: "public.content")
  /// A folder, or a package.
  public static let directory = UniformType(unchecked: "public.directory")
  /// An ordinary folder.
  public static let folder = UniformType(unchecked: "public.folder")
  /// A folder that is one document.
  public static let package = UniformType(unchecked: "com.apple.package")
  /// Text of any kind.
  public static let text = UniformType(unchecked: "public.text")
  /// Text without markup.
  public static let plainText = UniformType(unchecked: "public.plain-text")
  /// JSON.
  public static let json = UniformType(unchecked: "public.json")
  /// Rich text.
  public static let rtf = UniformType(unchecked: "public.rtf")
  /// Rich text with attachments, a package.
  public static let rtfd = UniformType(unchecked: "com.apple.rtfd")
  /// An image of any kind.
  public static let image = UniformType(unchecked: "public.image")
}
