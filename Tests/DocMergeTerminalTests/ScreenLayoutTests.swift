import Testing

@testable import DocMergeTerminal

/// How the panes are arranged.
struct ScreenLayoutTests {
  private static let contents: [ScreenLayout.Contents] = [
    .region(hasBase: true), .region(hasBase: false), .versions, .reading,
  ]

  /// Whether each character of the screen is in one pane: all panes are on it, no two of them share a
  /// character, and together they have as many as the screen.
  private func isTiled(_ layout: ScreenLayout, _ width: Int, _ height: Int) -> Bool {
    let areas = Array(layout.areas.values)
    for (index, area) in areas.enumerated() {
      guard area.row >= 0, area.column >= 0, area.row + area.height <= height,
        area.column + area.width <= width, !area.isEmpty
      else { return false }
      for other in areas[..<index] where shares(area, other) { return false }
    }
    return areas.reduce(0) { $0 + $1.width * $1.height } == width * height
  }

  private func shares(_ one: Area, _ other: Area) -> Bool {
    one.row < other.row + other.height && other.row < one.row + one.height
      && one.column < other.column + other.width && other.column < one.column + one.width
  }

  @Test(arguments: ScreenLayout.Kind.allCases)
  func `panes cover the screen and do not overlap`(kind: ScreenLayout.Kind) {
    for width in 1...200 {
      for height in 1...60 {
        for contents in Self.contents {
          let layout = ScreenLayout(
            width: width, height: height, kind: kind, contents: contents, focus: .base)
          if !isTiled(layout, width, height) {
            Issue.record("\(width) × \(height), \(kind), \(contents)")
          }
        }
      }
    }
  }

  private static let sizes: [(width: Int, height: Int, panes: [Pane])] = [
    (width: 120, height: 40, panes: [.list, .ours, .base, .theirs, .result, .overview]),
    (width: 80, height: 24, panes: [.ours, .base, .theirs, .result, .overview]),
    (width: 50, height: 40, panes: [.ours, .base, .theirs, .result, .overview]),
    (width: 40, height: 10, panes: [.result, .overview]),
  ]

  @Test(arguments: sizes)
  func `the arrangement goes by the size`(width: Int, height: Int, panes: [Pane]) {
    let layout = ScreenLayout(
      width: width, height: height, kind: .automatic, contents: .region(hasBase: true),
      focus: .result)
    #expect(Set(layout.areas.keys).subtracting([.heading, .note, .status]) == Set(panes))
  }

  @Test func `a tiny screen says so`() {
    for (width, height) in [(19, 40), (80, 5), (0, 0), (1, 1)] {
      let layout = ScreenLayout(
        width: width, height: height, kind: .automatic, contents: .versions, focus: .ours)
      #expect(Array(layout.areas.keys) == [.tooSmall])
    }
  }

  @Test func `of one pane at a time, the one with the focus is shown`() {
    for pane in [Pane.ours, .base, .theirs, .result, .list] {
      let layout = ScreenLayout(
        width: 40, height: 20, kind: .single, contents: .region(hasBase: true), focus: pane)
      #expect(layout.areas[pane] != nil)
    }
  }
}
