import DocMergeArchive
import DocMergeCommand
import DocMergeLanguage
import Foundation
import FoundationNetworking
import Synchronization

/// Fetches packages over HTTPS, and reads members of them.
struct FetchedPackages: PackageSource {
  func bytes(
    at address: String, limit: Int, progress: @escaping @Sendable (Int) -> Void
  ) throws -> [UInt8] {
    guard let url = URL(string: address), let scheme = url.scheme, !scheme.isEmpty else {
      return try file(address, limit)
    }
    guard scheme == "https" || scheme == "http" || scheme == "file" else {
      throw CommandError(description: tr("\(address) is no address that can be fetched"))
    }
    if scheme == "file" { return try file(url.path, limit) }
    let fetch = Fetch(limit: limit, progress: progress)
    let session = URLSession(configuration: .ephemeral, delegate: fetch, delegateQueue: nil)
    defer { session.invalidateAndCancel() }
    session.dataTask(with: url).resume()
    return try fetch.result(of: address)
  }

  private func file(_ path: String, _ limit: Int) throws -> [UInt8] {
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw CommandError(description: tr("\(path) cannot be read"))
    }
    guard bytes.count <= limit else {
      throw CommandError(description: tr("\(path) is too large"))
    }
    return Array(bytes)
  }

  func member(_ name: String, of archive: [UInt8]) throws -> [UInt8] {
    guard let archive = try? ZipArchive(archive) else {
      throw CommandError(description: tr("the package is no zip archive"))
    }
    guard let member = archive[name] else {
      throw CommandError(description: tr("the package has no \(name)"))
    }
    guard let contents = try? member.contents() else {
      throw CommandError(description: tr("\(name) in the package is damaged"))
    }
    return contents
  }
}

/// One response of a server, which may take any time as long as bytes arrive.
private final class Fetch: NSObject, URLSessionDataDelegate, Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var status = 0
    var failure: String?
  }

  private let state = Mutex(State())
  private let end = DispatchSemaphore(value: 0)
  private let limit: Int
  private let progress: @Sendable (Int) -> Void

  init(limit: Int, progress: @escaping @Sendable (Int) -> Void) {
    (self.limit, self.progress) = (limit, progress)
  }

  /// Waits for the end of the response.
  func result(of address: String) throws -> [UInt8] {
    end.wait()
    let state = state.withLock { $0 }
    if let failure = state.failure {
      throw CommandError(description: tr("cannot fetch \(address): \(failure)"))
    }
    guard state.status == 200 else {
      throw CommandError(
        description: tr("cannot fetch \(address): the server answers \(state.status)"))
    }
    return state.bytes
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let count = state.withLock { state in
      state.bytes += data
      if state.bytes.count > limit { state.failure = tr("it is larger than it should be") }
      return state.bytes.count
    }
    progress(count)
    if count > limit { dataTask.cancel() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    state.withLock { state in
      state.status = (task.response as? HTTPURLResponse)?.statusCode ?? 0
      if state.failure == nil { state.failure = error.map { $0.localizedDescription } }
    }
    end.signal()
  }
}
