public import DocMerge
import Foundation

extension Document {
  /// Decides between the versions in conflict, and loads the decision.
  ///
  ///     try await note.resolveConflicts(using: Chain([ThreeWayMerge(), KeepBoth()]))
  ///
  /// Unsaved changes are saved before, so that they are one of the versions. The resolver gets the base, the current
  /// version and all others. Deciding, replacing the contents, and marking the versions as resolved is one operation of
  /// the container, in one coordinated write, for exactly the versions that the resolver saw: if another version is
  /// added in between, it is asked again. Then the versions leave the lists, and the document is reverted to the new
  /// contents. `docmerge undo` undoes all of it.
  ///
  /// - Parameters:
  ///   - resolver: decides; may be called several times, on a background thread.
  ///   - keepsVersions: whether ``FileVersion/otherVersionsOfItem(at:)`` still lists the settled versions.
  /// - Returns: the decision; `nil` when there was no conflict, or the resolver left it open.
  /// - Throws: the errors of saving, resolving and reading; the document is still in conflict then, unless reading
  ///   failed.
  @discardableResult
  public func resolveConflicts(
    using resolver: some Resolver, keepsVersions: Bool = false
  ) async throws -> Resolution? {
    if hasUnsavedChanges { try await autosave() }
    let url = fileURL
    let coordinator = FileCoordinator(filePresenter: self)
    let resolution = try await coordinator.write(itemAt: url) { url in
      try await self.access {
        try DocumentFile.resolve(url, using: resolver, keepsVersions: keepsVersions)
      }
    }
    guard resolution != nil else {
      lookForConflicts()
      return nil
    }
    try await revert(toContentsOf: fileURL)
    return resolution
  }
}

extension DocumentFile {
  static func resolve(
    _ url: URL, using resolver: some Resolver, keepsVersions: Bool
  ) throws -> Resolution? {
    guard let item = try keepVersion(of: url), item.document.isInConflict else { return nil }
    let report = try item.container.resolve(item.document.id, using: resolver)
    guard let resolution = report.resolution else { return nil }
    let settled = report.document.heads.map(\.id)
    if !keepsVersions {
      try VersionMarks(.removed, item.document.id, in: item.container).add(settled)
    }
    for id in settled.dropFirst() {
      VersionNews.resolved.send(id.description, of: url)
      if !keepsVersions { VersionNews.lost.send(id.description, of: url) }
    }
    return resolution
  }
}

/// Merges an app's own model of its documents, instead of their bytes.
///
///     ModelResolver(decode: Notebook.init(data:), encode: \.data) { base, notebooks in
///       Notebook(merging: notebooks, since: base)
///     }
///
/// The same versions must always give the same contents, so that replicas that decide independently agree.
public struct ModelResolver<Model>: Resolver {
  private let decode: @Sendable ([UInt8]) throws -> Model
  private let encode: @Sendable (Model) throws -> [UInt8]
  private let merge: @Sendable (_ base: Model?, _ versions: [Model]) throws -> Model?

  /// Makes a resolver.
  ///
  /// - Parameters:
  ///   - decode: makes a value from contents.
  ///   - encode: makes contents from a value.
  ///   - merge: gets the common ancestor, if there is one, and the versions in conflict, the current one first; `nil`
  ///     leaves the conflict to the next resolver, or to a person.
  public init(
    decode: @escaping @Sendable ([UInt8]) throws -> Model,
    encode: @escaping @Sendable (Model) throws -> [UInt8],
    merge: @escaping @Sendable (_ base: Model?, _ versions: [Model]) throws -> Model?
  ) {
    self.decode = decode
    self.encode = encode
    self.merge = merge
  }

  /// Decides when all versions are files and the app merges them.
  ///
  /// - Throws: the errors of reading a side, and of the app's closures.
  public func resolve(_ conflict: Conflict) throws -> Resolution? {
    guard conflict.sides.allSatisfy(\.isFile) else { return nil }
    let base = try conflict.base.flatMap { try $0.isFile ? decode($0.bytes()) : nil }
    let versions = try conflict.sides.map { try decode($0.bytes()) }
    guard let merged = try merge(base, versions) else { return nil }
    let isExecutable = conflict.sides.contains { $0.kind == .file(isExecutable: true) }
    return Resolution(
      outcome: .contents(try encode(merged), isExecutable: isExecutable), strategy: "app")
  }
}

extension Conflict.Side {
  fileprivate var isFile: Bool {
    if case .file = kind { return true }
    return false
  }
}
