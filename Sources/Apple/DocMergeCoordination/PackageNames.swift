import Synchronization

/// The folders that count as one document, so that access to any part is access to all of it.
package enum PackageNames {
  /// Folders that programs on Apple's systems and their ports treat as one document.
  private static let extensions = Mutex<Set<String>>([
    "bundle", "imagenotes", "key", "logicx", "numbers", "oo3", "pages", "playground", "rtfd",
    "scriv", "textbundle", "xcdatamodel", "xcdatamodeld", "xcodeproj", "xcplaygroundpage",
    "xcworkspace",
  ])

  /// Makes folders with the extension `ending` packages, for this process.
  package static func declare(_ ending: String) {
    extensions.withLock { _ = $0.insert(ending.lowercased()) }
  }

  /// Whether a folder of this name is a package.
  package static func contains(_ folder: ItemPath) -> Bool {
    let name = folder.name
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
      return false
    }
    let ending = String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
    return extensions.withLock { $0.contains(ending) }
  }

  /// The packages that contain the item, or are it, the nearest first.
  package static func packages(around item: ItemPath) -> [ItemPath] {
    ([item] + item.ancestors).filter { contains($0) }
  }
}
