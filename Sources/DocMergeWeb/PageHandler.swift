import DocMergeDecisions
import DocMergeLanguage
import FlyingFox
import Foundation

/// Handles the requests of the page: its files, the state of the session, and the person's actions.
///
/// | request | answer |
/// |---|---|
/// | GET `` , `page.css`, `page.js`, … | the page, in the language of the program |
/// | GET `events` | server-sent events: the number of the state, and the end |
/// | GET `state` | ``StateReport`` |
/// | GET `document/N` | ``DocumentReport`` |
/// | GET `place/N/M` | ``PlaceReport`` |
/// | GET `preview/N` | ``PreviewReport`` |
/// | GET `audit/N` | ``AuditReport`` |
/// | GET `tree/N` | ``TreeReport`` |
/// | GET `image/N/M`, `image/N/base` | the bytes of a version that is an image |
/// | POST `step` | takes a ``PageCommand``: ``StateReport``, with status 409 where the page was outdated |
/// | POST `apply`, `leave` | ends the session |
struct PageHandler: HTTPHandler {
  let access: PageAccess
  let shared: SharedSession

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    switch access.judge(request) {
    case .refused(let status): return PageAnswer.refusal(status, of: request)
    case .allowed(let name):
      let answer =
        request.method == .POST ? await post(name, request) : await get(name)
      return answer ?? PageAnswer.refusal(.notFound, of: request)
    }
  }

  // MARK: - Reading

  private func get(_ name: String) async -> HTTPResponse? {
    if let file = PageFiles.file(named: name, in: .current) { return PageAnswer.file(file) }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.dropFirst().map { Int($0) ?? -1 }
    switch (parts[0], numbers.count) {
    case ("events", 0): return PageAnswer.events(of: shared)
    case ("state", 0): return PageAnswer.report(await shared.state())
    case ("document", 1): return PageAnswer.report(await shared.document(numbers[0]))
    case ("place", 2): return PageAnswer.report(await shared.place(numbers[0], numbers[1]))
    case ("preview", 1): return PageAnswer.report(await shared.preview(numbers[0]))
    case ("audit", 1): return PageAnswer.report(await shared.audit(numbers[0]))
    case ("tree", 1): return PageAnswer.report(await shared.tree(numbers[0]))
    case ("image", 2): return await image(numbers[0], parts[2])
    default: return nil
    }
  }

  /// The image of a version of a document; opened by itself, it may load and run nothing either.
  private func image(_ document: Int, _ name: Substring) async -> HTTPResponse? {
    guard let version = DocumentImages.Version(name: name),
      let image = await shared.image(document, version)
    else { return nil }
    return PageAnswer.image(image.bytes, image.type)
  }

  // MARK: - Deciding

  private func post(_ name: String, _ request: HTTPRequest) async -> HTTPResponse? {
    guard ["step", "apply", "leave"].contains(name) else { return nil }
    guard let body = await PageAccess.body(of: request) else {
      return PageAnswer.refusal(.payloadTooLarge, of: request)
    }
    switch name {
    case "apply": return await end(.apply)
    case "leave": return await end(.leave)
    default:
      guard let command = try? JSONDecoder().decode(PageCommand.self, from: body) else {
        return PageAnswer.refusal(.badRequest, of: request)
      }
      let (state, isCurrent) = await shared.take(command)
      return PageAnswer.report(state, status: isCurrent ? .ok : .conflict)
    }
  }

  private func end(_ ending: SessionEnding) async -> HTTPResponse? {
    await shared.end(ending)
    return PageAnswer.done
  }
}
