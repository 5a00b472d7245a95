import DocMergeDecisions
import DocMergeLanguage
import FlyingFox
import Foundation

/// Handles the requests of a page for reading only.
///
/// | request | answer |
/// |---|---|
/// | GET `` , `page.css`, `reading.js`, … | the page, in the language of the program |
/// | GET `events` | server-sent events: the end |
/// | GET `readings` | ``ReadingListReport`` |
/// | GET `reading/N` | ``ReadingReport`` |
/// | GET `tree/N` | ``TreeReport`` of a comparison |
/// | GET `image/N/0`, `image/N/1` | the bytes of the old, or new, text that is an image |
/// | POST `act` | performs an ``ActionCommand``, ``ActionReport`` |
/// | POST `leave` | ends the program that serves it |
struct ReadingHandler: HTTPHandler {
  let access: PageAccess
  let shared: SharedReadings

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    switch access.judge(request) {
    case .refused(let status): return PageAnswer.refusal(status, of: request)
    case .allowed(let name):
      let answer = request.method == .POST ? await post(name, request) : await get(name)
      return answer ?? PageAnswer.refusal(.notFound, of: request)
    }
  }

  private func post(_ name: String, _ request: HTTPRequest) async -> HTTPResponse? {
    guard ["act", "leave"].contains(name) else { return nil }
    guard let body = await PageAccess.body(of: request) else {
      return PageAnswer.refusal(.payloadTooLarge, of: request)
    }
    guard name == "act" else {
      await shared.end(.leave)
      return PageAnswer.done
    }
    guard let command = try? JSONDecoder().decode(ActionCommand.self, from: body) else {
      return PageAnswer.refusal(.badRequest, of: request)
    }
    return PageAnswer.report(await shared.act(on: command.decision, seen: command.revision))
  }

  private func get(_ name: String) async -> HTTPResponse? {
    if let file = PageFiles.file(named: name, of: .reading, in: .current) {
      return PageAnswer.file(file)
    }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    switch (parts[0], parts.count) {
    case ("events", 1): return PageAnswer.events(of: shared)
    case ("readings", 1): return PageAnswer.report(await shared.list())
    case ("reading", 2): return PageAnswer.report(await report(parts[1]))
    case ("tree", 2): return PageAnswer.report(await reading(parts[1]).flatMap(TreeReport.init))
    case ("image", 3):
      guard let number = Int(parts[2]), String(number) == parts[2],
        let text = await reading(parts[1])?.text(number),
        let type = ImageType(of: text.bytes, path: await reading(parts[1])?.path ?? "")
      else { return nil }
      return PageAnswer.image(text.bytes, type)
    default: return nil
    }
  }

  private func report(_ name: Substring) async -> ReadingReport? {
    guard let number = Int(name), String(number) == name else { return nil }
    return await shared.report(number)
  }

  private func reading(_ name: Substring) async -> Reading? {
    guard let number = Int(name), String(number) == name else { return nil }
    return await shared.reading(number)
  }
}

extension Reading {
  /// The old text, or the new one, of a comparison.
  func text(_ number: Int) -> Text? {
    guard case .comparison(let old, let new) = content else { return nil }
    switch number {
    case 0: return old
    case 1: return new
    default: return nil
    }
  }
}
