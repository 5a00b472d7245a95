import DocMergeCore
import DocMergeDecisions

/// The session that all open pages show and change, one change after the other.
actor SharedSession: LivePage {
  /// The session with the decisions.
  private(set) var session: DecisionSession
  var life = PageLife()
  private(set) var revision = 0

  private let host: SessionHost
  private let title: String
  private var keepFault: String?
  /// The versions that are images; they never change.
  private lazy var images = session.documents.map(DocumentImages.init)
  private var places: [DecisionSession.Position: (region: OpenRegion, words: String)] = [:]

  init(_ session: DecisionSession, host: SessionHost, title: String) {
    self.session = session
    self.host = host
    self.title = title
  }

  // MARK: - Reports

  /// The documents and their open regions.
  func state() -> StateReport { state(shown: nil) }

  private func state(
    shown: Int?, position: DecisionSession.Position? = nil, message: String? = nil
  ) -> StateReport {
    StateReport(
      session, images: images, title: title, revision: revision, shown: shown, position: position,
      message: message, keepFault: keepFault)
  }

  /// The text of a document by parts; `nil` where there is no such document.
  func document(_ number: Int) -> DocumentReport? {
    guard session.documents.indices.contains(number) else { return nil }
    return DocumentReport(session.documents[number], number: number, revision: revision)
  }

  /// The place of a region, in words; this may take a while, and other requests are handled meanwhile.
  func place(_ document: Int, _ number: Int) async -> PlaceReport? {
    let position = DecisionSession.Position(document: document, region: number)
    guard let region = session.region(at: position) else { return nil }
    if let known = places[position], known.region.conflict == region.conflict {
      return PlaceReport(place: known.words)
    }
    let words = await Self.place(of: region, in: session.documents[document], host)
    places[position] = (region, words)
    return PlaceReport(place: words)
  }

  @concurrent
  private static func place(
    of region: OpenRegion, in document: SessionDocument, _ host: SessionHost
  ) async -> String { host.place(document, region) }

  /// A document as it would be written now, with its faults.
  func preview(_ number: Int) async -> PreviewReport? {
    guard session.documents.indices.contains(number) else { return nil }
    return await Self.preview(session.documents[number], host)
  }

  @concurrent
  private static func preview(
    _ document: SessionDocument, _ host: SessionHost
  ) async -> PreviewReport? { PreviewReport(document, faults: host.faults(document)) }

  /// The fates of the changes of each side of a document; `nil` for one without a text.
  func audit(_ number: Int) async -> AuditReport? {
    guard let text = document(at: number)?.text else { return nil }
    return await Self.audit(text)
  }

  @concurrent
  private static func audit(_ text: TextDecisions) async -> AuditReport { AuditReport(text) }

  /// A structured text as a tree; `nil` for a document without a text.
  func tree(_ number: Int) async -> TreeReport? {
    guard let document = document(at: number) else { return nil }
    return await Self.tree(document)
  }

  @concurrent
  private static func tree(_ document: SessionDocument) async -> TreeReport? {
    TreeReport(document)
  }

  /// The image of a version of a document; `nil` for contents that are not an image.
  func image(
    _ number: Int, _ version: DocumentImages.Version
  ) async -> (bytes: [UInt8], type: ImageType)? {
    guard let document = document(at: number), images[number].types[version] != nil else {
      return nil
    }
    return await Self.image(version, document)
  }

  @concurrent
  private static func image(
    _ version: DocumentImages.Version, _ document: SessionDocument
  ) async -> (bytes: [UInt8], type: ImageType)? { DocumentImages.image(version, in: document) }

  private func document(at number: Int) -> SessionDocument? {
    session.documents.indices.contains(number) ? session.documents[number] : nil
  }

  // MARK: - Deciding

  /// Carries out an action of a person in a page.
  ///
  /// - Returns: The new state; with `false` if the page showed an older one, and then nothing is
  ///   changed.
  func take(_ command: PageCommand) -> (StateReport, isCurrent: Bool) {
    guard command.revision == revision, life.end == nil else {
      return (state(shown: command.document), false)
    }
    let before = session
    do throws(CommandRefusal) {
      try session.take(command)
    } catch {
      session = before
      return (state(shown: command.document, message: error.words), true)
    }
    revision += 1
    keep()
    let position = session.firstChange(since: before)
    return (state(shown: position?.document ?? command.document, position: position), true)
  }

  /// Saves the session; if that fails, as on a full disk, the page shows it and the person continues.
  func keep() {
    do {
      try host.keep(session)
      keepFault = nil
    } catch {
      keepFault = "\(error)"
    }
  }
}
