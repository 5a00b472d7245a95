import DocMergeTestSupport
import DocMergeUIKit
import Testing

@testable import PortedPrograms

/// What else a program that was written for iOS counts on.
@MainActor
struct OwnNameTests {
  @Test func `types of a program may be called as those of the modules below`() {
    let url = URL(fileURLWithPath: "/tmp/none.txt")
    let document = OwnNames(fileURL: url)
    #expect(document.add(.joker) == PortedPrograms.MetadataItem(name: "joker"))
    #expect(document.container.document.pages.count == 1)
  }

  @Test
  func `a change of a progress is reported, with its values, until the observer stops`() async {
    let progress = Progress(totalUnitCount: 4)
    let label = ProgressLabel(progress)
    #expect(label.fractions == [0])
    progress.completedUnitCount = 1
    #expect(await eventually { label.fractions == [0, 0.25] })
    progress.completedUnitCount = 4
    #expect(await eventually { label.fractions == [0, 0.25, 1] })
    label.stop()
    progress.completedUnitCount = 2
    let other = ProgressLabel(progress)
    progress.completedUnitCount = 3
    #expect(await eventually { other.fractions == [0.5, 0.75] })
    #expect(label.fractions.count == 3)
  }
}
