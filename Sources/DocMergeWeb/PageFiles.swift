/// The files of the page, as they are built into the program.
enum PageFiles {
  /// One file and the type that it is served with.
  struct File: Sendable {
    /// Its bytes.
    let bytes: [UInt8]
    /// What a browser is to take it for.
    let contentType: String
  }

  /// The file that a path below the token names; `nil` where there is none.
  static func file(named name: String) -> File? {
    switch name {
    case "": File(bytes: PackageResources.page_html, contentType: "text/html; charset=utf-8")
    case "page.css": File(bytes: PackageResources.page_css, contentType: "text/css; charset=utf-8")
    case "page.js": script(PackageResources.page_js)
    case "view.js": script(PackageResources.view_js)
    case "words.js": script(PackageResources.words_js)
    case "icon.svg": File(bytes: PackageResources.icon_svg, contentType: "image/svg+xml")
    default: nil
    }
  }

  private static func script(_ bytes: [UInt8]) -> File {
    File(bytes: bytes, contentType: "text/javascript; charset=utf-8")
  }
}
