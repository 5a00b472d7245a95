import DocMergeTestSupport
import Glibc
import Testing

/// Some runs of what Scripts/simulate.sh does thousands of times.
struct SimulationTests {
  private let folder = TemporaryFolder()

  /// Built beside the command; it has chance and clock of its own, so it is a process of its own.
  private var simulator: Program {
    let beside = Replica.command.split(separator: "/").dropLast().joined(separator: "/")
    return Program("/\(beside)/DocMergeSimulator", in: folder.path)
  }

  private func run(_ runs: Int, seed: Int) -> Output {
    simulator.run([folder.path, "\(runs)", "\(seed)", "2"])
  }

  @Test func `replicas to which anything happens agree in the end and have lost nothing`() {
    let output = run(30, seed: 1)
    #expect(output.status == 0, "\(output)")
    #expect(output.text.contains("30 runs"))
  }

  /// Clocks that were days off, prunes one after the other, crashes among renames, folders of no file; names
  /// of documents put aside, copies once more after an undo; acts whose numbers a replica gave out
  /// twice; downloads that nothing kept; names of pruned documents, edited where the prune was unknown.
  @Test(arguments: [
    200_020, 200_400, 200_726, 201_050, 201_242, 202_537, 406_978, 407_715, 413_318, 502_743,
    607_287, 615_817, 627_703, 700_495, 806_057, 127,
    227, 2_497, 4_277, 6_087, 3_002_273, 20_034_537,
  ])
  func `what went wrong once does not any more`(seed: Int) {
    let output = run(1, seed: seed)
    #expect(output.status == 0, "\(output)")
  }

  @Test
  func `a batch that is killed goes on where it was, and is distinguished from others`() throws {
    let notes = "\(folder.path)/notes.txt"
    let words = [folder.path, "24", "40", "2", notes]
    // In a group of its own, which is killed as a whole.
    let running = Program("setsid", in: folder.path).start([simulator.name] + words)
    // One process has the seeds 40 to 49 and 60 to 63, the other 50 to 59; each notes ten runs at a time.
    for _ in 0..<30_000 where File(notes).text?.contains("\nend\n") != true { usleep(20_000) }
    kill(-running.id, SIGKILL)
    _ = running.finish()
    let output = simulator.run(words)
    #expect(output.status == 0 && output.text.contains("24 runs"), "\(output)")
    let told = output.lines.first { $0.contains("were done before") }
    let before = try #require(told?.split(separator: " ").first.flatMap { Int($0) })
    #expect([10, 14, 20, 24].contains(before), "\(output)")
    let again = simulator.run(words)
    #expect(again.lines.last?.contains("24 runs, 0 a minute, 0 failures") == true, "\(again)")
    let other = simulator.run([folder.path, "25", "40", "2", notes])
    #expect(other.status == 2 && other.text.contains("is of other runs"), "\(other)")
  }

  @Test func `notes of another program are not gone on with`() throws {
    let words = [folder.path, "1", "40", "1", "\(folder.path)/notes.txt"]
    #expect(simulator.run(words).status == 0)
    // Bytes behind a program's end do not change its effect.
    let script = "cp \"$1\" \"$2\" && echo more >> \"$2\""
    let copied = Program("sh", in: folder.path).run([
      "-c", script, "sh", simulator.name, "\(folder.path)/other",
    ])
    #expect(copied.status == 0, "\(copied)")
    let other = Program("\(folder.path)/other", in: folder.path).run(words)
    #expect(other.status == 2 && other.text.contains("of another program"), "\(other)")
  }

  @Test func `a seed always leads to the same end`() throws {
    let (one, two) = (run(4, seed: 7), run(4, seed: 7))
    let digest = try #require(one.lines.last?.split(separator: " ").last)
    #expect(two.lines.last?.hasSuffix("digest \(digest)") == true)
    #expect(one.lines.dropLast() == two.lines.dropLast())
  }
}
