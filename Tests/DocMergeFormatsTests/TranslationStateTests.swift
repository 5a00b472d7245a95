import DocMergeCore
import Testing

/// XLIFF and `.stringsdict`: the state of one text is never given to another.
struct TranslationStateTests {
  private func unit(
    approved: String = "no", source: String = "Open the file", state: String = "new",
    target: String = "Datei oeffnen", note: String = "menu"
  ) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <xliff version="1.2">
      <file source-language="en" target-language="de" original="a">
        <body>
          <trans-unit id="open" approved="\(approved)">
            <source>\(source)</source>
            <target state="\(state)">\(target)</target>
            <note>\(note)</note>
          </trans-unit>
          <trans-unit id="close" approved="no">
            <source>Close</source>
          </trans-unit>
        </body>
      </file>
    </xliff>

    """
  }

  private func segment(
    state: String = "initial", source: String = "Open the file", target: String = "Datei oeffnen"
  ) -> String {
    """
    <xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de">
      <file id="f1">
        <unit id="1">
          <segment id="s1" state="\(state)">
            <source>\(source)</source>
            <target>\(target)</target>
          </segment>
        </unit>
      </file>
    </xliff>

    """
  }

  @Test(arguments: MergePolicy.allCases, [false, true])
  func `a state that one side gives and a text that the other changes are left to a person`(
    policy: MergePolicy, swapped: Bool
  ) throws {
    let merges = [
      (unit(), unit(state: "final"), unit(target: "Datei öffnen")),
      (unit(), unit(approved: "yes"), unit(target: "Datei öffnen")),
      (unit(), unit(approved: "yes"), unit(state: "final", target: "Datei öffnen")),
      (unit(), unit(source: "Open the folder"), unit(target: "Datei öffnen")),
      (unit(), unit(source: "Open the folder"), unit(state: "final", target: "Datei öffnen")),
      (segment(), segment(state: "reviewed"), segment(target: "Datei öffnen")),
      (segment(), segment(source: "Open the folder"), segment(target: "Datei öffnen")),
    ]
    for (base, one, other) in merges {
      let merged = try merged(
        "a.xlf", base, swapped ? other : one, swapped ? one : other, policy)
      #expect(!merged.conflicts.isEmpty, "\(one)\(other)")
    }
  }

  @Test(arguments: [false, true])
  func `a translation with its state and what does not concern it are both kept`(
    swapped: Bool
  ) throws {
    let merges = [
      (
        unit(), unit(approved: "yes", state: "final", target: "Datei öffnen"), unit(note: "button"),
        unit(approved: "yes", state: "final", target: "Datei öffnen", note: "button")
      ),
      (
        unit(), unit(state: "final"), unit(note: "button"), unit(state: "final", note: "button")
      ),
    ]
    for (base, one, other, both) in merges {
      let merged = try merged(
        "a.xliff", base, swapped ? other : one, swapped ? one : other, .balanced)
      #expect(text(merged) == both)
    }
  }

  private func plural(
    format: String = "%#@files@", type: String = "d", one: String = "%d file",
    other: String = "%d files"
  ) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
    \t<key>files</key>
    \t<dict>
    \t\t<key>NSStringLocalizedFormatKey</key>
    \t\t<string>\(format)</string>
    \t\t<key>files</key>
    \t\t<dict>
    \t\t\t<key>NSStringFormatSpecTypeKey</key>
    \t\t\t<string>NSStringPluralRuleType</string>
    \t\t\t<key>NSStringFormatValueTypeKey</key>
    \t\t\t<string>\(type)</string>
    \t\t\t<key>one</key>
    \t\t\t<string>\(one)</string>
    \t\t\t<key>other</key>
    \t\t\t<string>\(other)</string>
    \t\t</dict>
    \t</dict>
    </dict>
    </plist>

    """
  }

  @Test(arguments: MergePolicy.allCases, [false, true])
  func `a type of number and a form of another side are left to a person`(
    policy: MergePolicy, swapped: Bool
  ) throws {
    let (one, other) = (
      plural(type: "ld", one: "%ld file", other: "%ld files"), plural(one: "just %d file")
    )
    let (type, form) = (plural(type: "ld"), plural(other: "%d documents"))
    for (one, other) in [(one, other), (type, form)] {
      let merged = try merged(
        "a.stringsdict", plural(), swapped ? other : one, swapped ? one : other, policy)
      #expect(!merged.conflicts.isEmpty)
    }
  }

  @Test func `two forms, and a form beside the text that has it, are both kept`() throws {
    let forms = try merged(
      "a.stringsdict", plural(), plural(one: "a file"), plural(other: "many files"), .balanced)
    #expect(text(forms) == plural(one: "a file", other: "many files"))
    let texts = try merged(
      "a.stringsdict", plural(), plural(format: "Open %#@files@"), plural(one: "a file"),
      .balanced)
    #expect(text(texts) == plural(format: "Open %#@files@", one: "a file"))
  }
}
