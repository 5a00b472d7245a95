import DocMergeFormats
import Testing

struct TableReshapeTests {
  /// The versions of a table in one shape, as texts.
  private func reshaped(_ base: String, _ ours: String, _ theirs: String) throws -> [String]? {
    let bytes = [base, ours, theirs].map { Array($0.utf8) }
    let reshape = try TableReshape(base: bytes[0], ours: bytes[1], theirs: bytes[2])
    return reshape.map {
      [$0.base, $0.ours, $0.theirs].map { String(decoding: $0, as: UTF8.self) }
    }
  }

  private let base = "id,name,qty\n1,tea,3\n2,jam,4\n"
  private let longer = "id,name,qty\n1,tea,3\n2,jam,4\n3,oil,5\n"

  @Test func `gives an added column to the rows of the other versions`() throws {
    let ours = "id,shop,name,qty\n1,A,tea,3\n2,B,jam,4\n"
    #expect(try reshaped(base, ours, longer) == [ours, ours, ours + "3,,oil,5\n"])
    #expect(try reshaped(base, longer, ours) == [ours, ours + "3,,oil,5\n", ours])
  }

  @Test func `moves columns`() throws {
    let ours = "id,qty,name\n1,3,tea\n2,4,jam\n"
    #expect(try reshaped(base, ours, longer) == [ours, ours, ours + "3,5,oil\n"])
  }

  @Test func `changes the delimiter, and quotes what needs it then`() throws {
    let ours = "id;name;qty\n1;tea;3\n2;jam;4\n"
    #expect(try reshaped(base, ours, longer) == [ours, ours, ours + "3;oil;5\n"])
    let theirs = base + "3,a;b,\"5,5\"\n"
    #expect(try reshaped(base, ours, theirs)?[2] == ours + "3;\"a;b\";\"5,5\"\n")
  }

  @Test func `takes the quotation of the side that changed the delimiter`() throws {
    let base = "id,name\n1,\"a, b\"\n"
    let ours = "id;name\n1;a, b\n"
    #expect(try reshaped(base, ours, base + "2,c\n") == [ours, ours, ours + "2;c\n"])
  }

  @Test func `changes delimiter and columns when a side changed one each`() throws {
    let ours = "id;name;qty\n1;tea;3\n2;jam;4\n"
    let theirs = "id,name,qty,of\n1,tea,3,x\n2,jam,4,\"y;z\"\n"
    let both = "id;name;qty;of\n1;tea;3;x\n2;jam;4;\"y;z\"\n"
    #expect(try reshaped(base, ours, theirs) == [both, both, both])
  }

  @Test func `drops a column that the other side left alone`() throws {
    let ours = "id,qty\n1,3\n2,4\n"
    #expect(try reshaped(base, ours, longer) == [ours, ours, ours + "3,5\n"])
    #expect(throws: FormatRefusal.self) {
      try reshaped(base, ours, "id,name,qty\n1,milk,3\n2,jam,4\n")
    }
  }

  @Test func `a column that both added differently is a change of both`() throws {
    let ours = "id,name,qty,of\n1,tea,3,x\n2,jam,4,y\n"
    let theirs = "id,name,qty,of\n1,tea,3,x\n2,jam,4,z\n"
    let wanted = "id,name,qty,of\n1,tea,3,x\n2,jam,4,\n"
    #expect(try reshaped(base, ours, theirs) == [wanted, ours, theirs])
  }

  @Test func `leaves alone what has one shape`() throws {
    #expect(try reshaped(base, base, longer) == nil)
    #expect(try reshaped(base, "id,name,amount\n1,tea,3\n2,jam,4\n", longer) == nil)
    #expect(try reshaped("", base, longer) == nil)
  }

  @Test(arguments: [
    (ours: "id,name,qty,a\n1,tea,3,\n2,jam,4,\n", theirs: "id,name,qty,b\n1,tea,3,\n2,jam,4,\n"),
    (ours: "id;name;qty\n1;tea;3\n2;jam;4\n", theirs: "id|name|qty\n1|tea|3\n2|jam|4\n"),
    (ours: "id,amount,name\n1,3,tea\n2,4,jam\n", theirs: "id,name,qty\n1,tea,3\n"),
    (ours: "id,a,name,qty\n1,,tea,3\n2,,jam,4\n", theirs: "id,name,amount\n1,tea,3\n2,jam,4\n"),
  ])
  func `refuses changes of shape that do not go together`(ours: String, theirs: String) {
    #expect(throws: FormatRefusal.self) { try reshaped(base, ours, theirs) }
  }

  @Test func `refuses to add a column to rows that occur twice`() {
    #expect(throws: FormatRefusal.self) {
      try reshaped("a,b\nx,y\nx,y\n", "a,b,c\nx,y,1\nx,y,2\n", "a,b\nx,y\n")
    }
  }
}

struct TableKeyTests {
  private func key(_ texts: String..., from first: Int = 0) throws -> TableKey? {
    TableKey.shared(by: try texts.map { try Table(Array($0.utf8), delimiter: 0x2C) }, from: first)
  }

  @Test func `finds the shortest run of columns that tells rows apart`() throws {
    let key = try key("a,b,c\nx,1,q\nx,2,q\n", "a,b,c\nx,1,q\n", "a,b,c\n")
    #expect(key?.columns == 0..<2)
    #expect(key?.isNumbering == false)
    #expect(key?.isWholeRow == false)
  }

  @Test func `tells a numbering, and what tells rows apart beside it`() throws {
    let texts = ("n,a,b\n0,x,q\n1,y,q\n", "n,a,b\n0,x,q\n1,y,q\n2,z,q\n")
    #expect(try key(texts.0, texts.1)?.columns == 0..<1)
    #expect(try key(texts.0, texts.1)?.isNumbering == true)
    #expect(try key(texts.0, texts.1, from: 1)?.columns == 1..<2)
    #expect(try key("n,a\n1,x\n3,y\n")?.isNumbering == false)
  }

  @Test func `finds none when rows occur twice or shapes differ`() throws {
    #expect(try key("a,b\nx,y\nx,y\n") == nil)
    #expect(try key("a,b\nx,y\n", "a,b,c\nx,y,z\n") == nil)
    #expect(try key("a,b\nx,y\nx,z\n")?.isWholeRow == true)
  }

  @Test func `makes trees whose rows are found by the key`() throws {
    let base = Array("id,a\n1,x\n2,y\n".utf8)
    let ours = Array("id,name\n1,x\n2,z\n".utf8)
    let trees = try TableTrees(base: base, ours: ours, theirs: base, delimiter: 0x2C)
    #expect(trees.base.root.kind == .members)
    #expect(trees.base.unsoundNode == nil)
    let keys = [trees.base, trees.ours].map { $0.root.children.map(\.key) }
    #expect(keys[0] == keys[1])
    #expect(Set(keys[0]).count == 3)
    let cells = [trees.base, trees.ours].map { $0.root.children[0].children.map(\.key) }
    #expect(cells[0] == cells[1])
  }
}
