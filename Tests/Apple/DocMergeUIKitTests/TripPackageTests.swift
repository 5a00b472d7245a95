import DocMergeTestSupport
import DocMergeUIKit
import Testing

@testable import PortedPrograms

/// A package document as for iOS, run.
@MainActor
struct TripPackageTests {
  let folder = TemporaryFolder()

  private var url: URL { URL(fileURLWithPath: "\(folder.path)/rome.trip") }

  @Test func `a package is saved, changed, undone and read`() async {
    let trip = TripPackage(fileURL: url)
    trip.setTitle("Rome")
    trip.setPicture(Data("forum".utf8), named: "forum.png")
    #expect(await trip.save(to: url, for: .forCreating))
    #expect(File("\(url.path)/info.json").text == #"{"title":"Rome"}"#)
    #expect(File("\(url.path)/pictures/forum.png").text == "forum")
    trip.setPicture(Data("fontana".utf8), named: "fontana.png")
    trip.setPicture(nil, named: "forum.png")
    #expect(await trip.close())
    #expect(File("\(url.path)/pictures/forum.png").exists == false)
    let again = TripPackage(fileURL: url)
    #expect(await again.open())
    #expect(again.title == "Rome")
    #expect(again.pictures == ["fontana.png": Data("fontana".utf8)])
    await again.close()
  }

  @Test func `undo takes one turn back at a time, and saves`() async {
    let trip = TripPackage(fileURL: url)
    // Only the test saves, however long a turn takes.
    trip.autosavePeriods.idle = .seconds(1000)
    #expect(await trip.save(to: url, for: .forCreating))
    trip.setTitle("Rome")
    await Task.yield()
    #expect(await eventually { trip.undoManager.groupingLevel == 0 })
    trip.setTitle("Florence")
    #expect(trip.undoManager.undoActionName == "Rename")
    trip.undoManager.undo()
    #expect(trip.title == "Rome")
    trip.undoManager.undo()
    #expect(trip.title == "")
    trip.undoManager.redo()
    #expect(trip.title == "Rome")
    #expect(trip.hasUnsavedChanges)
    #expect(await trip.close())
    #expect(File("\(url.path)/info.json").text == #"{"title":"Rome"}"#)
  }

  @Test func `a package that is no trip fails to open, with the program's own error`() async {
    File("\(url.path)/other.txt").write([])
    let trip = TripPackage(fileURL: url)
    #expect(await trip.open() == false)
    #expect((trip.lastError as NSError?)?.domain == "TripPackage")
    #expect(trip.documentState == .closed)
  }
}
