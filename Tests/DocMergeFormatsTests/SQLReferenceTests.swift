import DocMergeCore
import DocMergeFormats
import Testing

/// Merges of dumps in which a statement of one side needs what the other side changed.
struct SQLReferenceTests {
  private static let type = "CREATE TYPE public.mood AS ENUM ('a');\n\n"
  private static let function = """
    CREATE FUNCTION public.f(x integer) RETURNS integer
        LANGUAGE sql
        AS $$ SELECT 1 $$;


    """
  private static let users = """
    CREATE TABLE public.users (
        id bigint NOT NULL,
        email text,
        age integer
    );


    """
  private static let view = "CREATE VIEW public.v AS SELECT id FROM public.posts;\n\n"
  private static let posts = """
    CREATE TABLE public.posts (
        id bigint NOT NULL,
        title text,
        CONSTRAINT posts_title UNIQUE (title)
    );


    """
  private static let index = "CREATE INDEX i ON public.posts USING btree (title);\n"
  private static let check =
    "ALTER TABLE ONLY public.posts ADD CONSTRAINT posts_x UNIQUE (id);\n\n"
  private static let dump = [type, function, users, posts, view, check, index].joined()

  private static let sqlite = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO t VALUES(1,'a');
    CREATE TABLE u (
      a INT,
      b INT
    );
    CREATE INDEX i ON t(name);

    """

  private static let age = "    age integer\n"
  private static let pair = "a INT,\n  b INT"
  private static let row = "INSERT INTO u VALUES(1,2);\n"
  private static let last = "CREATE INDEX"
  private static let key = "    email text,\n    age integer\n"

  private static func moved(_ part: String) -> [Edit] { [.cut(part), .add(part, before: last)] }

  private static func function(_ head: String, _ body: String = "SELECT 1") -> String {
    "CREATE FUNCTION public.\(head) RETURNS integer LANGUAGE sql AS $$ \(body) $$;\n\n"
  }

  private static let left: [EditedCase] = [
    // The order of columns tells where cells belong.
    EditedCase("d.sql", sqlite, [.swap(pair, "b INT,\n  a INT")], [.add(row, before: last)]),
    EditedCase("d.sql", sqlite, [.swap(pair, "a INT,\n  c TEXT")], [.add(row, before: last)]),
    // One table has one primary key.
    EditedCase(
      "s.sql", dump, [.swap(key, "    email text,\n    age integer PRIMARY KEY\n")],
      [.add("    PRIMARY KEY (id),\n", before: "    id bigint NOT NULL,\n    email")]),
    EditedCase(
      "s.sql", dump, [.swap("age integer\n", "age integer PRIMARY KEY\n")],
      [
        .add("ALTER TABLE ONLY public.users ADD CONSTRAINT p PRIMARY KEY (id);\n\n", before: last)
      ]),
    // The definition stands above its use.
    EditedCase(
      "s.sql", dump, moved(type), [.swap(age, "    age integer,\n    m public.mood\n")]),
    EditedCase(
      "s.sql", dump, moved(function), [.swap(age, "    age integer DEFAULT public.f(1)\n")]),
    EditedCase(
      "s.sql", dump, moved(users),
      [.add("CREATE VIEW public.w AS SELECT id FROM public.users;\n\n", before: "ALTER TABLE")]),
    // The used table exists.
    EditedCase(
      "s.sql", dump, [.swap("TABLE public.users", "TABLE public.people")],
      [.add("CREATE VIEW public.w AS SELECT id FROM public.users;\n\n", before: last)]),
    EditedCase(
      "d.sql", sqlite, [.swap("TABLE u ", "TABLE v ")],
      [.add("CREATE VIEW w AS SELECT 1 FROM t, u;\n", before: last)]),
    EditedCase(
      "s.sql", dump, [.swap("TABLE public.users", "TABLE public.people")],
      [.add(function("g()", "SELECT count(*) FROM public.users"), before: last)]),
    EditedCase(
      "s.sql", dump, [.cut(users)],
      [
        .add(
          "ALTER TABLE ONLY public.posts ADD CONSTRAINT k FOREIGN KEY (id) REFERENCES "
            + "public.users(id);\n\n", before: last)
      ]),
    EditedCase(
      "s.sql", dump + "CREATE SEQUENCE public.s;\n", [.swap("public.s;", "public.q;")],
      [.swap(age, "    age integer DEFAULT nextval('public.s'::regclass)\n")]),
    EditedCase(
      "s.sql", dump, [.swap("FUNCTION public.f(", "FUNCTION public.ff(")],
      [
        .add(
          "CREATE TRIGGER t BEFORE INSERT ON public.posts FOR EACH ROW EXECUTE FUNCTION "
            + "public.f();\n\n", before: last)
      ]),
    EditedCase(
      "s.sql", dump, [.cut("    email text,\n")],
      [.add("CREATE VIEW public.w AS SELECT u.email FROM public.users u;\n\n", before: last)]),
    EditedCase(
      "s.sql", dump, [.cut("    email text,\n")],
      [.swap(age, "    age integer,\n    CONSTRAINT c CHECK ((email <> ''::text))\n")]),
    EditedCase(
      "s.sql", dump, [.swap("    email text", "    mail text")],
      [.add("CREATE INDEX j ON public.users USING btree (email);\n", before: last)]),
    EditedCase(
      "d.sql", sqlite, [.swap("b INT", "c INT")],
      [.add("INSERT INTO u (a, b) VALUES(1,2);\n", before: last)]),
    // Of one name there is one.
    EditedCase(
      "s.sql", dump, [.swap(age, "    age integer,\n    CONSTRAINT c UNIQUE (email)\n")],
      [.add("ALTER TABLE ONLY public.users ADD CONSTRAINT c UNIQUE (id);\n\n", before: last)]),
    EditedCase(
      "s.sql", dump, [.swap("UNIQUE (title)", "UNIQUE (title, id)")],
      [.swap("UNIQUE (title)", "UNIQUE (id, title)")]),
    EditedCase(
      "s.sql", dump, [.swap("UNIQUE (id)", "UNIQUE (id, title)")],
      [.swap("UNIQUE (id)", "UNIQUE (title, id)")]),
    EditedCase(
      "s.sql", dump, [.add(function("g(a integer)"), before: "CREATE TABLE public.users")],
      [.add(function("g(b int)", "SELECT 2"), before: last)]),
    EditedCase(
      "s.sql", dump, [.add("CREATE VIEW public.w AS SELECT 1;\n\n", before: "CREATE TABLE")],
      [.add("CREATE TABLE public.w (\n    id bigint\n);\n\n", before: last)]),
  ]

  @Test(arguments: left.indices, MergePolicy.allCases)
  func `what the other side needs is left to a person`(_ index: Int, policy: MergePolicy) throws {
    try Self.left[index].checkLeft(policy)
  }

  private static let clean: [EditedCase] = [
    EditedCase(
      "d.sql", sqlite, [.swap("b INT", "c INT")], [.add(row, before: last)],
      [.swap("b INT", "c INT"), .add(row, before: last)]),
    EditedCase(
      "d.sql", sqlite, [.swap(pair, "b INT,\n  a INT")],
      [.add("INSERT INTO u (a, b) VALUES(1,2);\n", before: last)],
      [
        .swap(pair, "b INT,\n  a INT"), .add("INSERT INTO u (a, b) VALUES(1,2);\n", before: last),
      ]),
    EditedCase(
      "s.sql", dump, [.swap("age integer\n", "age integer UNIQUE\n")],
      [
        .add("ALTER TABLE ONLY public.users ADD CONSTRAINT p PRIMARY KEY (id);\n\n", before: last)
      ],
      [
        .swap("age integer\n", "age integer UNIQUE\n"),
        .add("ALTER TABLE ONLY public.users ADD CONSTRAINT p PRIMARY KEY (id);\n\n", before: last),
      ]),
    EditedCase(
      "s.sql", dump, moved(type), [.swap(age, "    age public.other\n")],
      moved(type) + [.swap(age, "    age public.other\n")]),
    // What a function does is looked at when it is called.
    EditedCase(
      "s.sql", dump, moved(users),
      [.add(function("g()", "SELECT count(*) FROM public.users"), before: "ALTER TABLE")],
      [
        .add(function("g()", "SELECT count(*) FROM public.users"), before: "ALTER TABLE"),
        .cut(users), .add(users, before: last),
      ]),
    EditedCase(
      "s.sql", dump, [.swap("TABLE public.users", "TABLE public.people")],
      [.add("CREATE VIEW public.w AS SELECT users FROM public.posts;\n\n", before: last)],
      [
        .swap("TABLE public.users", "TABLE public.people"),
        .add("CREATE VIEW public.w AS SELECT users FROM public.posts;\n\n", before: last),
      ]),
    EditedCase(
      "s.sql", dump, [.cut("    email text,\n")],
      [.add("CREATE INDEX j ON public.users USING btree (age);\n", before: last)],
      [
        .cut("    email text,\n"),
        .add("CREATE INDEX j ON public.users USING btree (age);\n", before: last),
      ]),
    EditedCase(
      "s.sql", dump, [.cut("    title text,\n")],
      [.add("CREATE VIEW public.w AS SELECT age AS title FROM public.users;\n", before: last)],
      [
        .cut("    title text,\n"),
        .add("CREATE VIEW public.w AS SELECT age AS title FROM public.users;\n", before: last),
      ]),
    EditedCase(
      "s.sql", dump, [.swap(age, "    age integer,\n    CONSTRAINT c UNIQUE (email)\n")],
      [.add("ALTER TABLE ONLY public.posts ADD CONSTRAINT c CHECK (true);\n\n", before: last)],
      [
        .swap(age, "    age integer,\n    CONSTRAINT c UNIQUE (email)\n"),
        .add("ALTER TABLE ONLY public.posts ADD CONSTRAINT c CHECK (true);\n\n", before: last),
      ]),
    EditedCase(
      "s.sql", dump, [.add(function("g(a integer)"), before: "CREATE TABLE public.users")],
      [.add(function("g(b text)", "SELECT 2"), before: last)],
      [
        .add(function("g(a integer)"), before: "CREATE TABLE public.users"),
        .add(function("g(b text)", "SELECT 2"), before: last),
      ]),
  ]

  @Test(arguments: clean.indices)
  func `what the other side does not need is merged`(_ index: Int) throws {
    try Self.clean[index].check()
  }

  /// Statements that name a table, but not its column `email`.
  private static let strangers = [
    "CREATE TABLE o (a bigint REFERENCES public.users(id), email text);\n\n",
    "CREATE TABLE o (a bigint, email text, FOREIGN KEY (a) REFERENCES public.users (id), CHECK (email > ''));\n\n",
    "CREATE FUNCTION g(email text) RETURNS bigint AS $$ SELECT count(*) FROM public.users $$ LANGUAGE sql;\n\n",
    "CREATE VIEW public.w AS SELECT count(*) email FROM public.users;\n\n",
    "CREATE VIEW public.w AS SELECT id email FROM public.users;\n\n",
  ]

  @Test(arguments: strangers)
  func `a column can go where a statement only has its name for something else`(
    _ statement: String
  ) throws {
    let edits: [Edit] = [.cut("    email text,\n"), .add(statement, before: Self.last)]
    try EditedCase("s.sql", Self.dump, [edits[0]], [edits[1]], edits).check()
  }

  /// Statements that need the column `email` of a table.
  private static let needers = [
    "CREATE TABLE o (a text, b text REFERENCES public.users (id, email));\n\n",
    "CREATE TABLE o (email text, a text REFERENCES public.users (email));\n\n",
    "CREATE FUNCTION g(a text) RETURNS bigint AS $$ SELECT count(email) FROM public.users $$ LANGUAGE sql;\n\n",
    "CREATE VIEW public.w AS SELECT DISTINCT ON (id) email FROM public.users;\n\n",
    "CREATE FUNCTION g(a public.users.email%TYPE) RETURNS bigint AS $$ SELECT 1 $$ LANGUAGE sql;\n\n",
  ]

  @Test(arguments: needers)
  func `a column that a statement needs is left to a person`(_ statement: String) throws {
    try EditedCase(
      "s.sql", Self.dump, [.cut("    email text,\n")], [.add(statement, before: Self.last)]
    ).checkLeft(.balanced)
  }

  @Test func `views of MySQL stand twice in a dump`() throws {
    let text = """
      CREATE TABLE `a` (`id` int);
      DROP TABLE IF EXISTS `v`;
      /*!50001 DROP VIEW IF EXISTS `v`*/;
      /*!50001 CREATE VIEW `v` AS select `id` from `a`*/;

      """
    #expect(refusal(text, SQLFormat()) == nil)
    #expect(refusal(text.replacing("VIEW `v` AS", with: "VIEW `w` AS"), SQLFormat()) != nil)
  }

  @Test(arguments: [
    (one: "f(a integer)", other: "f(b int4)", areOne: true),
    (one: "f(a character varying(20))", other: "f(varchar)", areOne: true),
    (one: "f(INOUT a double precision = 1, OUT b int)", other: "f(float8)", areOne: true),
    (one: "f(a timestamp with time zone)", other: "f(timestamptz)", areOne: true),
    (one: "f(a public.t)", other: "f(public.t)", areOne: true),
    (one: "f(a integer)", other: "f(a bigint)", areOne: false),
    (one: "f(a integer[])", other: "f(a integer)", areOne: false),
    (one: "f(a integer)", other: "f()", areOne: false),
    (one: "f(a integer, b text)", other: "f(a text, b integer)", areOne: false),
  ])
  func `functions are distinguished by their types`(_ one: String, other: String, areOne: Bool) {
    let text = [one, other].map { Self.function($0) }.joined()
    #expect((refusal(text, SQLFormat()) != nil) == areOne)
  }
}
