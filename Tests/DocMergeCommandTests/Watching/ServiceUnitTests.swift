import DocMergeTestSupport
import Testing

/// The sample of a service for systemd.
struct ServiceUnitTests {
  private static let unit: String = {
    let package = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    return "/\(package)/Samples/systemd/docmerge-sync@.service"
  }()

  @Test func `starts what exists, and knows the exit statuses`() throws {
    let lines = try #require(File(Self.unit).text).split(separator: "\n").map(String.init)
    #expect(lines.contains("ExecStart=docmerge -C %f sync --watch --all"))
    #expect(lines.contains("Type=notify"))
    #expect(lines.contains("RestartPreventExitStatus=64 69"))
  }

  @Test(.enabled(if: HostedTool.exists("systemd-analyze")))
  func `systemd takes it`() throws {
    let folder = TemporaryFolder()
    // The program need not be installed for the test.
    let text = try #require(File(Self.unit).text)
      .replacing("ExecStart=docmerge", with: "ExecStart=\(Replica.command)")
    File("\(folder.path)/docmerge-sync@.service").write(Array(text.utf8))
    let output = Program(
      "systemd-analyze", in: folder.path, environment: ["XDG_RUNTIME_DIR": folder.path]
    ).run(["--user", "--man=no", "verify", "./docmerge-sync@.service"])
    #expect(output.status == 0 && output.messages.isEmpty, "\(output)")
  }
}
