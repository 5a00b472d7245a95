import DocMergeDecisions
import Testing

@testable import DocMergeWeb

/// Refusals: other hosts, origins, tokens and paths, and requests that are too large or too slow.
@Suite struct PageAccessTests {
  @Test func `refuses other hosts`() async throws {
    try await ServedPage.with([try Documents.text()]) { page in
      let path = "/\(page.token)/state"
      try await #expect(page.status(page.get(path, host: "localhost:\(page.port)")) == 200)
      for host in [
        "example.org", "example.org:\(page.port)", "127.0.0.1", "127.0.0.1:1", "[::1]:\(page.port)",
        "127.0.0.1.example.org:\(page.port)", "",
      ] {
        try await #expect(page.status(page.get(path, host: host)) == 403, "\(host)")
      }
      let bare = "GET \(path) HTTP/1.1\r\nConnection: close\r\n\r\n"
      try await #expect(page.status(bare) == 403)
    }
  }

  @Test func `refuses other origins and types, and changes nothing`() async throws {
    try await ServedPage.with([try Documents.text()]) { page in
      let step =
        #"{"revision": 0, "action": "choose", "document": 0, "region": 0, "choice": "ours"}"#
      for origin in [
        "http://example.org", "null", "", "http://localhost:\(page.port)",
        "https://127.0.0.1:\(page.port)",
      ] {
        try await #expect(page.status(page.post("step", step, origin: origin)) == 403, "\(origin)")
      }
      for type in [
        "text/plain", "", "application/x-www-form-urlencoded", "text/plain; application/json",
      ] {
        try await #expect(page.status(page.post("step", step, type: type)) == 403, "\(type)")
      }
      try await #expect(page.status(page.post("apply", "{}", origin: "http://example.org")) == 403)
      try await #expect(page.status(page.get("/\(page.token)/apply")) == 404)
      try await #expect(page.status(page.post("step", "{")) == 400)
      try await #expect(page.state().revision == 0)
    }
  }

  @Test func `refuses other tokens, without a word`() async throws {
    try await ServedPage.with([try Documents.text()]) { page in
      #expect(page.token.count == 48)
      let wrong = String(page.token.reversed())
      let short = String(page.token.dropLast())
      for token in [wrong, short, page.token + "0", "x"] {
        let answer = try await RawClient.answer(to: page.get("/\(token)/state"), port: page.port)
        #expect(answer.status == 403)
        #expect(answer.text.hasSuffix("\r\n\r\n"))
        try await #expect(page.status(page.post("apply", "{}", token: token)) == 403)
      }
    }
  }

  @Test(arguments: [
    "/", "//", "/TOKEN", "/TOKEN/../TOKEN/state", "/TOKEN/%2e%2e/state", "/TOKEN//state",
    "//TOKEN/state",
    "/TOKEN/state/", "/TOKEN/state?x=1", "/TOKEN/./state", "/TOKEN/..%2fetc/passwd",
    "/TOKEN/etc/passwd",
    "/TOKEN/page.html", "/TOKEN/document/9", "/TOKEN/document/-1", "/TOKEN/document/0/0",
    "/TOKEN/document/", "/TOKEN/place/0/99", "/TOKEN/place/0/-1", "/TOKEN/..\\state",
    "/TOKEN/document/99999999999999999999", "http://127.0.0.1/TOKEN/state",
  ])
  func `finds nothing at other paths`(path: String) async throws {
    try await ServedPage.with([try Documents.text()]) { page in
      try await #expect(page.status(page.get(path.replacing("TOKEN", with: page.token))) == 404)
    }
  }

  @Test(arguments: ["PUT", "DELETE", "OPTIONS", "HEAD"])
  func `refuses other methods`(method: String) async throws {
    try await ServedPage.with([try Documents.text()]) { page in
      let request = page.get("/\(page.token)/state").replacing("GET", with: method)
      try await #expect(page.status(request) == 405)
    }
  }

  @Test func `refuses a gibibyte before it arrives`() async throws {
    try await ServedPage.with([try Documents.text()]) { page in
      let request = page.post("step", "").replacing(
        "Content-Length: 0", with: "Content-Length: 1073741824")
      try await #expect(page.status(request) == 413)
      try await #expect(page.status(request.replacing(page.token, with: "wrong")) == 403)
      try await #expect(page.state().revision == 0)
    }
  }

  @Test func `closes the connection behind a refusal`() async throws {
    try await ServedPage.with([try Documents.text()]) { page in
      let client = try RawClient(port: page.port)
      // What follows would be a request of its own, if the body of the refused one were read as such.
      let hidden = page.get("/\(page.token)/state")
      client.send(
        page.post("step", "").replacing("Connection: close\r\n", with: "")
          .replacing("Content-Length: 0", with: "Content-Length: 1073741824") + hidden)
      let answer = await client.receive()
      #expect(answer.hasPrefix("HTTP/1.1 413"))
      #expect(!answer.contains("200 OK"))
    }
  }

  @Test func `refuses an endless body in chunks`() async throws {
    try await ServedPage.with([try Documents.text()]) { page in
      let client = try RawClient(port: page.port)
      client.send(
        page.post("step", "").replacing("Content-Length: 0", with: "Transfer-Encoding: chunked"))
      let chunk = "100000\r\n" + String(repeating: "x", count: 1 << 20) + "\r\n"
      var sent = 0
      while sent < 64, client.send(chunk) { sent += 1 }
      #expect(sent < 64)
    }
  }

  @Test func `answers others while a client is slow, and ends the slow one`() async throws {
    try await ServedPage.with([try Documents.text()], silenceLimit: .seconds(1)) { page in
      let slow = try RawClient(port: page.port)
      slow.send("POST /\(page.token)/step HTTP/1.1\r\nHost: 127.")
      let half = try RawClient(port: page.port)
      half.send(page.post("step", String(repeating: " ", count: 9000)).dropLast(4000).description)
      for _ in 0..<20 { try await #expect(page.state().open == 2) }
      await #expect(slow.receive() == "")
      await #expect(!half.receive().contains("200 OK"))
      try await #expect(page.state().open == 2)
    }
  }

  @Test func `makes up another token each time`() {
    let tokens = (0..<100).map { _ in PageAccess(port: 1).token }
    #expect(Set(tokens).count == 100)
  }
}
