import DocMergeLanguage

/// The files of the pages, built into the program.
enum PageFiles {
  /// One file and the type with which it is served.
  struct File: Sendable {
    /// Its bytes.
    let bytes: [UInt8]
    /// The type for the browser.
    let contentType: String
  }

  /// The existing pages.
  enum Page: CaseIterable {
    /// The page to decide.
    case session
    /// The page to read.
    case reading
  }

  /// The file for a path below the token; `nil` where there is none.
  static func file(
    named name: String, of page: Page = .session, in language: Language
  ) -> File? {
    if let script = scripts[name] {
      return File(bytes: script, contentType: "text/javascript; charset=utf-8")
    }
    if let style = styles[name] {
      return File(bytes: style, contentType: "text/css; charset=utf-8")
    }
    switch name {
    case "":
      let html = PageTranslation(language).html(html(of: page))
      return File(bytes: html, contentType: "text/html; charset=utf-8")
    case "catalog.js":
      let module = PageTranslation(language).catalog(of: scripts.values)
      return File(bytes: module, contentType: "text/javascript; charset=utf-8")
    case "icon.svg":
      return File(bytes: PackageResources.icon_svg, contentType: "image/svg+xml")
    default: return nil
    }
  }

  /// The names of all files.
  static var names: [String] {
    ["", "catalog.js", "icon.svg"] + styles.keys.sorted() + scripts.keys.sorted()
  }

  /// The page itself in English, which loads the other files.
  static func html(of page: Page) -> [UInt8] {
    switch page {
    case .session: PackageResources.page_html
    case .reading: PackageResources.reading_html
    }
  }

  private static let styles: [String: [UInt8]] = [
    "narrow.css": PackageResources.narrow_css, "page.css": PackageResources.page_css,
    "reading.css": PackageResources.reading_css, "text.css": PackageResources.text_css,
    "views.css": PackageResources.views_css,
  ]

  private static let scripts: [String: [UInt8]] = [
    "colours.js": PackageResources.colours_js, "deciding.js": PackageResources.deciding_js,
    "document.js": PackageResources.document_js, "elements.js": PackageResources.elements_js,
    "ending.js": PackageResources.ending_js, "frame.js": PackageResources.frame_js,
    "images.js": PackageResources.images_js, "language.js": PackageResources.language_js,
    "lines.js": PackageResources.lines_js,
    "members.js": PackageResources.members_js, "messages.js": PackageResources.messages_js,
    "moving.js": PackageResources.moving_js, "page.js": PackageResources.page_js,
    "pixels.js": PackageResources.pixels_js, "reading.js": PackageResources.reading_js,
    "readings.js": PackageResources.readings_js, "regions.js": PackageResources.regions_js,
    "ribbons.js": PackageResources.ribbons_js, "server.js": PackageResources.server_js,
    "session.js": PackageResources.session_js, "tree.js": PackageResources.tree_js,
    "views.js": PackageResources.views_js, "whole.js": PackageResources.whole_js,
    "words.js": PackageResources.words_js,
  ]
}
