import DocMergeFormats
import Testing

struct XMLFormatTests {
  @Test func `finds elements, attributes and text`() throws {
    let tree = try soundTree(
      """
      <?xml version="1.0"?>
      <zoo kind="small">
        <!-- of the north -->
        <name>Polar</name> <!-- for now -->

        <animal id="fox" legs='4'/>
        <animal id="owl">
          <note>by <b>night</b></note>
        </animal>
      </zoo>

      """, XMLFormat())
    #expect(
      tree.outline == """
        members zoo
          members 
            scalar kind = kind="small"
          items 
            scalar name = <name>Polar</name>
            members fox
              members 
                scalar id = id="fox"
                scalar legs = legs='4'
            members owl
              members 
                scalar id = id="owl"
              members 
                text note = <note>by <b>night</b></note>
        """)
    let content = tree.root.children[1]
    #expect(
      tree.parts(content) == [
        "  <!-- of the north -->\\n  |<name>Polar</name>| <!-- for now -->\\n\\n",
        "  |<animal id=\"fox\" legs='4'/>|\\n",
        "  |<animal id=\"owl\">\\n    <note>by <b>night</b></note>\\n  </animal>|\\n",
      ])
    #expect(tree.parts(tree.root.children[0]) == [" |kind=\"small\"|"])
  }

  @Test func `finds the entries of a property list as OpenStep's notation has them`() throws {
    let tree = try soundTree(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \t<key>a &amp; b</key>
      \t<string>c</string>
      \t<key>list</key>
      \t<array>
      \t\t<string>d</string>
      \t\t<true/>
      \t</array>
      \t<key>inner</key>
      \t<dict/>
      </dict>
      </plist>

      """, XMLFormat())
    #expect(
      tree.outline == """
        members
          scalar a &amp; b = <key>a &amp; b</key>\\n\t<string>c</string>
          items list
            scalar = <string>d</string>
            scalar = <true/>
          members inner
        """)
    let other = try soundTree(
      "{ \"a & b\" = c; list = (d, e); inner = {}; }\n", OpenStepFormat())
    #expect(tree.root.children.map(\.key) == other.root.children.map(\.key))
    #expect(tree.root.children.map(\.kind) == other.root.children.map(\.kind))
  }

  @Test(arguments: [
    (text: "", offset: 0), (text: "words", offset: 0), (text: "<a>", offset: 3),
    (text: "<a></b>", offset: 5), (text: "<a/><b/>", offset: 4),
    (text: "<a b='1' b='2'/>", offset: 9),
    (text: "<a b='<'/>", offset: 6), (text: "<a b=1/>", offset: 5), (text: "<a b/>", offset: 4),
    (text: "<a b='1'c='2'/>", offset: 8), (text: "<a>&b;</a>", offset: 3),
    (text: "<a>&amp</a>", offset: 7), (text: "<a>& </a>", offset: 4),
    (text: "<a>&#0;</a>", offset: 3),
    (text: "<a>]]></a>", offset: 3), (text: "<a><!-- -- --></a>", offset: 3),
    (text: "<a><?xml b?></a>", offset: 3), (text: "<1/>", offset: 1), (text: "< a/>", offset: 1),
    (text: "<a/>words", offset: 4), (text: "<a>\u{1}</a>", offset: 3),
    (text: "<?xml encoding='UTF-8'?><a/>", offset: 0),
    (text: " <?xml version='1.0'?><a/>", offset: 1),
    (text: "<a>\n<<<<<<< ours\n<b/>\n</a>", offset: 5),
    (text: "<plist><dict><key>a</key></dict></plist>", offset: 25),
    (text: "<plist><dict><string>a</string></dict></plist>", offset: 13),
  ])
  func `refuses`(_ text: String, offset: Int) {
    let found = refusal(text, XMLFormat())
    #expect(found?.prefix { $0 != ":" } == "\(offset)", "\(found ?? "accepted")")
  }

  @Test(arguments: [
    "<a/>", "<a></a>\n", "\u{FEFF}<a/>", "<a b = '\"' c=\"&#x9;\"\n/>", "<é é='é'/>",
    "<a:b c:d='e'/>",
    "<?xml version='1.0' encoding='UTF-8' standalone='no'?>\n<!-- a -->\n<b/>\n<!-- c -->\n<?d e?>\n",
    "<!DOCTYPE a SYSTEM 'b'><a>&c;</a>", "<!DOCTYPE a [<!ENTITY b '<c/>'>]><a>&b;</a>",
    "<a><![CDATA[<b>&]] >]]></a>", "<a>]] ></a>", "<a\n>\n</a\n>",
  ])
  func `accepts`(_ text: String) throws { _ = try soundTree(text, XMLFormat()) }
}
