import DocMergeUIKit

/// What a document list does with files: all of it coordinated.
final class NoteStore {
  static let shared = NoteStore()

  private let queue = OperationQueue()

  func rename(_ url: URL, to name: String) throws -> URL {
    let newURL = url.deletingLastPathComponent().appendingPathComponent(name)
    let coordinator = NSFileCoordinator(filePresenter: nil)
    var error: NSError?
    var moveError: Error?
    coordinator.coordinate(
      writingItemAt: url, options: .forMoving, writingItemAt: newURL, options: .forReplacing,
      error: &error,
      byAccessor: { oldURL, newURL in
        do {
          coordinator.item(at: oldURL, willMoveTo: newURL)
          try FileManager.default.moveItem(at: oldURL, to: newURL)
          coordinator.item(at: oldURL, didMoveTo: newURL)
        } catch {
          moveError = error
        }
      })
    if let error = error { throw error }
    if let moveError = moveError { throw moveError }
    return newURL
  }

  func delete(_ url: URL, completion: @escaping (Error?) -> Void) {
    DispatchQueue.global(qos: .userInitiated).async {
      var error: NSError?
      var removeError: Error?
      NSFileCoordinator().coordinate(writingItemAt: url, options: .forDeleting, error: &error) {
        url in
        do { try FileManager.default.removeItem(at: url) } catch { removeError = error }
      }
      DispatchQueue.main.async { completion(error ?? removeError) }
    }
  }

  func read(_ url: URL, completion: @escaping (Result<String, Error>) -> Void) {
    let intent = NSFileAccessIntent.readingIntent(with: url, options: [])
    NSFileCoordinator().coordinate(with: [intent], queue: queue) { error in
      if let error = error { return completion(.failure(error)) }
      completion(Result { try String(contentsOf: intent.url, encoding: .utf8) })
    }
  }

  func copyAll(_ urls: [URL], to folder: URL) throws {
    let coordinator = NSFileCoordinator()
    var error: NSError?
    coordinator.prepare(
      forReadingItemsAt: urls, options: [], writingItemsAt: [], options: [], error: &error
    ) { completion in
      for url in urls {
        coordinator.coordinate(readingItemAt: url, options: [], error: nil) { url in
          let target = folder.appendingPathComponent(url.lastPathComponent)
          try? FileManager.default.copyItem(at: url, to: target)
        }
      }
      completion()
    }
    if let error = error { throw error }
  }

  /// Moves a note of this device into the cloud, or back.
  func move(_ url: URL, toCloud: Bool, folder: URL, completion: @escaping (URL?, Error?) -> Void) {
    DispatchQueue.global().async {
      let destination = folder.appendingPathComponent(url.lastPathComponent)
      do {
        try FileManager.default.setUbiquitous(toCloud, itemAt: url, destinationURL: destination)
        DispatchQueue.main.async { completion(destination, nil) }
      } catch {
        DispatchQueue.main.async { completion(nil, error) }
      }
    }
  }
}
