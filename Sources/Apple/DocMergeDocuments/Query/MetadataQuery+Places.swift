import DocMerge
import DocMergeSystem
import Foundation

extension MetadataQuery {
  // MARK: Places

  func places(_ scope: Scope) -> [QueryPlace] {
    switch scope {
    case .ubiquitousDocuments: containerPlaces(isExternal: false, isData: false)
    case .ubiquitousData: containerPlaces(isExternal: false, isData: true)
    case .accessibleUbiquitousExternalDocuments: containerPlaces(isExternal: true, isData: false)
    case .userHome: [MetadataQuery.place(URL(fileURLWithPath: NSHomeDirectory()))]
    case .folder(let url): [MetadataQuery.place(url)]
    }
  }

  private func containerPlaces(isExternal: Bool, isData: Bool) -> [QueryPlace] {
    containers.identifiers.compactMap { identifier in
      let isOwn = containers.ownIdentifiers?.contains(identifier) ?? true
      guard isOwn != isExternal,
        let url = containers.url(forUbiquityContainerIdentifier: identifier),
        let container = try? Container(path: url.path)
      else { return nil }
      let root = SystemPath(container.path)
      return QueryPlace(
        root: isData ? root : root.appending("Documents".utf8),
        excluded: isData ? ["Documents"] : [], container: container, isExternal: isExternal)
    }
  }

  /// A folder, with the container that it is in, if any.
  private static func place(_ url: URL) -> QueryPlace {
    // Paths of documents in containers have no links in them.
    let path = url.resolvingSymlinksInPath().path
    return QueryPlace(root: SystemPath(path), container: try? Container.find(from: path))
  }
}
