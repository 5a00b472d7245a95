import DocMergeUIKit

/// The notes in the cloud, found by a query and kept up to date by its notifications.
class CloudList: NSObject {
  struct Entry: Equatable {
    var url: URL
    var name: String
    var isInConflict: Bool
    var isDownloaded: Bool
    var size: Int
  }

  private(set) var entries: [Entry] = []
  private(set) var added: [String] = []
  private(set) var removed: [String] = []
  private(set) var events: [String] = []
  var onUpdate: (([Entry]) -> Void)?

  private var query: NSMetadataQuery?
  private var observers: [NSObjectProtocol] = []

  var isAvailable: Bool { FileManager.default.ubiquityIdentityToken != nil }

  var documentsURL: URL? {
    FileManager.default.url(forUbiquityContainerIdentifier: nil)?
      .appendingPathComponent("Documents", isDirectory: true)
  }

  func start() {
    let query = NSMetadataQuery()
    query.searchScopes = [NSMetadataQueryUbiquitousDocumentsScope]
    query.predicate = NSPredicate(
      format: "%K LIKE[c] %@ AND NOT (%K BEGINSWITH '.')", NSMetadataItemFSNameKey, "*.note",
      NSMetadataItemFSNameKey)
    query.sortDescriptors = [NSSortDescriptor(key: NSMetadataItemFSNameKey, ascending: false)]
    query.notificationBatchingInterval = 0.05
    self.query = query

    let center = NotificationCenter.default
    observers = [
      center.addObserver(forName: .NSMetadataQueryDidStartGathering, object: query, queue: .main) {
        [weak self] _ in self?.events.append("start")
      },
      center.addObserver(forName: .NSMetadataQueryDidFinishGathering, object: query, queue: .main) {
        [weak self] notification in
        self?.events.append("finish")
        self?.process(notification)
      },
      center.addObserver(forName: .NSMetadataQueryDidUpdate, object: query, queue: .main) {
        [weak self] notification in
        self?.events.append("update")
        self?.note(notification)
        self?.process(notification)
      },
    ]
    DispatchQueue.main.async { query.start() }
  }

  func stop() {
    query?.stop()
    observers.forEach { NotificationCenter.default.removeObserver($0) }
    observers = []
    query = nil
  }

  private func note(_ notification: Notification) {
    let userInfo = notification.userInfo ?? [:]
    if let items = userInfo[NSMetadataQueryUpdateAddedItemsKey] as? [NSMetadataItem] {
      added += items.compactMap { $0.value(forAttribute: NSMetadataItemFSNameKey) as? String }
    }
    if let items = userInfo[NSMetadataQueryUpdateRemovedItemsKey] as? [NSMetadataItem] {
      removed += items.compactMap { $0.value(forAttribute: NSMetadataItemFSNameKey) as? String }
    }
  }

  private func process(_ notification: Notification) {
    guard let query = notification.object as? NSMetadataQuery else { return }
    query.disableUpdates()
    defer { query.enableUpdates() }
    var found: [Entry] = []
    for index in 0..<query.resultCount {
      guard let item = query.result(at: index) as? NSMetadataItem,
        let url = item.value(forAttribute: NSMetadataItemURLKey) as? URL
      else { continue }
      let status = item.value(forAttribute: NSMetadataUbiquitousItemDownloadingStatusKey) as? String
      if status == NSMetadataUbiquitousItemDownloadingStatusNotDownloaded {
        try? FileManager.default.startDownloadingUbiquitousItem(at: url)
      }
      let conflict =
        item.value(forAttribute: NSMetadataUbiquitousItemHasUnresolvedConflictsKey) as? Bool
      found.append(
        Entry(
          url: url,
          name: item.value(forAttribute: NSMetadataItemDisplayNameKey) as? String ?? "",
          isInConflict: conflict ?? false,
          isDownloaded: status == NSMetadataUbiquitousItemDownloadingStatusCurrent,
          size: (item.value(forAttribute: NSMetadataItemFSSizeKey) as? NSNumber)?.intValue ?? 0))
    }
    entries = found
    onUpdate?(found)
  }
}
