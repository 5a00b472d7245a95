import DocMergeCore
import DocMergeFormats
import Testing

/// Merges of dumps of databases.
struct SQLTests {
  private static let postgres = """
    --
    -- PostgreSQL database dump
    --

    SET statement_timeout = 0;
    SET lock_timeout = 0;
    SELECT pg_catalog.set_config('search_path', '', false);

    --
    -- Name: users; Type: TABLE; Schema: public; Owner: -
    --

    CREATE TABLE public.users (
        id bigint NOT NULL,
        email character varying(255) DEFAULT ''::character varying NOT NULL,
        age integer,
        CONSTRAINT users_age CHECK ((age > 0))
    );


    --
    -- Name: f(); Type: FUNCTION; Schema: public; Owner: -
    --

    CREATE FUNCTION public.f() RETURNS integer
        LANGUAGE plpgsql
        AS $$
    BEGIN
      RETURN 1; -- it's
    END;
    $$;


    --
    -- Data for Name: users; Type: TABLE DATA; Schema: public; Owner: -
    --

    COPY public.users (id, email, age) FROM stdin;
    1	a@x	3
    2	b@x	4
    \\.


    --
    -- Name: users users_pkey; Type: CONSTRAINT; Schema: public; Owner: -
    --

    ALTER TABLE ONLY public.users
        ADD CONSTRAINT users_pkey PRIMARY KEY (id);


    --
    -- Name: users_email; Type: INDEX; Schema: public; Owner: -
    --

    CREATE INDEX users_email ON public.users USING btree (email);


    --
    -- PostgreSQL database dump complete
    --

    """

  private static let versions = """
    SET search_path TO "$user", public;

    INSERT INTO "schema_migrations" (version) VALUES
    ('20240101'),
    ('20240301');



    """

  private static let sqlite = """
    PRAGMA foreign_keys=OFF;
    BEGIN TRANSACTION;
    CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO t VALUES(1,'it''s; a');
    INSERT INTO t VALUES(2,'b');
    CREATE TABLE u (a, b);
    INSERT INTO u VALUES(1,2);
    CREATE TRIGGER tr AFTER INSERT ON t BEGIN UPDATE t SET name = 'x' WHERE id = 1; SELECT CASE WHEN 1 THEN 2 END; END;
    CREATE INDEX i ON t(name);
    COMMIT;

    """

  private static let mysql = """
    -- MySQL dump 10.13

    /*!40101 SET NAMES utf8 */;
    /*!40103 SET @OLD_TIME_ZONE=@@TIME_ZONE */;

    --
    -- Table structure for table `a`
    --

    DROP TABLE IF EXISTS `a`;
    /*!40101 SET @saved_cs_client     = @@character_set_client */;
    /*!50503 SET character_set_client = utf8mb4 */;
    CREATE TABLE `a` (
      `id` int NOT NULL AUTO_INCREMENT,
      `n` varchar(20) DEFAULT 'it\\'s;',
      PRIMARY KEY (`id`),
      KEY `n` (`n`)
    ) ENGINE=InnoDB;
    /*!40101 SET character_set_client = @saved_cs_client */;

    --
    -- Dumping data for table `a`
    --

    LOCK TABLES `a` WRITE;
    /*!40000 ALTER TABLE `a` DISABLE KEYS */;
    INSERT INTO `a` VALUES (1,'x'),(2,'y');
    /*!40000 ALTER TABLE `a` ENABLE KEYS */;
    UNLOCK TABLES;

    /*!40103 SET TIME_ZONE=@OLD_TIME_ZONE */;

    -- Dump completed

    """

  private static let rails = [postgres, versions].joined()
  private static let falling = rails.replacing(
    "('20240101'),\n('20240301');", with: "('20240301'),\n('20240201'),\n('20240101');")

  private static func mysqlTable(_ name: String) -> String {
    """
    --
    -- Table structure for table `\(name)`
    --

    DROP TABLE IF EXISTS `\(name)`;
    /*!40101 SET @saved_cs_client     = @@character_set_client */;
    /*!50503 SET character_set_client = utf8mb4 */;
    CREATE TABLE `\(name)` (
      `id` int NOT NULL,
      PRIMARY KEY (`id`)
    ) ENGINE=InnoDB;
    /*!40101 SET character_set_client = @saved_cs_client */;


    """
  }

  private static func table(_ name: String) -> String {
    """
    --
    -- Name: \(name); Type: TABLE; Schema: public; Owner: -
    --

    CREATE TABLE public.\(name) (
        id bigint NOT NULL,
        created_at timestamp
    );



    """
  }

  private static func index(_ name: String, _ column: String) -> String {
    """
    --
    -- Name: \(name); Type: INDEX; Schema: public; Owner: -
    --

    CREATE INDEX \(name) ON public.users USING btree (\(column));



    """
  }

  private static let age = "    age integer,\n"
  private static let function = "--\n-- Name: f(); Type"
  private static let indexHead = "--\n-- Name: users_email; Type: INDEX"
  private static let complete = "--\n-- PostgreSQL database dump complete"
  private static let lastRow = "2\tb@x\t4\n"
  private static let lastLine = "INSERT INTO t VALUES(2,'b');\n"
  private static let footer = "/*!40103 SET TIME_ZONE"

  private static let clean: [EditedCase] = [
    EditedCase(
      "s.sql", postgres, [.add("    city text,\n", behind: age)],
      [.add("    zip text,\n", behind: age)],
      [.add("    city text,\n    zip text,\n", behind: age)]),
    EditedCase(
      "s.sql", postgres, [.swap("age integer", "age bigint")], [.swap("(255)", "(100)")],
      [.swap("age integer", "age bigint"), .swap("(255)", "(100)")]),
    EditedCase(
      "s.sql", postgres, [.add(table("o"), before: function)],
      [.add(table("t"), before: function)],
      [.add(table("o"), before: function), .add(table("t"), before: function)]),
    EditedCase(
      "s.sql", postgres, [.add(index("ia", "age"), before: indexHead)],
      [.add(index("ib", "id"), before: indexHead)],
      [.add(index("ia", "age"), before: indexHead), .add(index("ib", "id"), before: indexHead)]),
    EditedCase(
      "s.sql", postgres, [.add("3\tc@x\t5\n", behind: lastRow)],
      [.add("4\td@x\t5\n", behind: lastRow), .swap("1\ta@x", "1\te@x")],
      [.add("3\tc@x\t5\n4\td@x\t5\n", behind: lastRow), .swap("1\ta@x", "1\te@x")]),
    EditedCase(
      "structure.sql", rails, [.swap("('20240301');", "('20240301'),\n('20240401');")],
      [.swap("('20240301');", "('20240301'),\n('20240501');")],
      [.swap("('20240301');", "('20240301'),\n('20240401'),\n('20240501');")]),
    EditedCase(
      "structure.sql", falling, [.add("('20240401'),\n", behind: "VALUES\n")],
      [.add("('20240501'),\n", behind: "VALUES\n")],
      [.add("('20240501'),\n('20240401'),\n", behind: "VALUES\n")]),
    EditedCase(
      "structure.sql", rails, [.swap("('20240101'),\n('20240301');", "('20240101');")],
      [.add("('20240201'),\n", behind: "('20240101'),\n")],
      [.swap("('20240301');", "('20240201');")]),
    EditedCase(
      "d.sql", sqlite, [.add("INSERT INTO t VALUES(3,'c');\n", behind: lastLine)],
      [.add("INSERT INTO t VALUES(4,'d');\n", behind: lastLine)],
      [
        .add("INSERT INTO t VALUES(3,'c');\nINSERT INTO t VALUES(4,'d');\n", behind: lastLine)
      ]),
    EditedCase(
      "d.sql", sqlite, [.swap("; a')", "; A')")], [.swap("'b'", "'B'")],
      [.swap("; a')", "; A')"), .swap("'b'", "'B'")]),
    EditedCase(
      "d.sql", mysql, [.add(mysqlTable("o"), before: footer)],
      [.add(mysqlTable("t"), before: footer)],
      [.add(mysqlTable("o"), before: footer), .add(mysqlTable("t"), before: footer)]),
    EditedCase(
      "d.sql", mysql, [.add(",(3,'z')", behind: "(2,'y')")], [.add(",(4,'w')", behind: "(2,'y')")],
      [.add(",(3,'z'),(4,'w')", behind: "(2,'y')")]),
  ]

  @Test(arguments: clean.indices)
  func `statements, columns and rows of different names are merged`(_ index: Int) throws {
    try Self.clean[index].check()
  }

  private static let left: [EditedCase] = [
    EditedCase(
      "s.sql", postgres, [.add("    city text,\n", behind: age)],
      [.add("    city integer,\n", before: age)]),
    EditedCase(
      "s.sql", postgres, [.swap("age integer", "age bigint")],
      [.swap("age integer", "age smallint")]),
    EditedCase("s.sql", postgres, [.cut(age)], [.swap("age integer", "age bigint")]),
    EditedCase(
      "s.sql", postgres, [.add(index("ia", "age"), before: indexHead)],
      [.add(index("ia", "id"), before: complete)]),
    EditedCase(
      "s.sql", postgres, [.add("3\tc@x\t5\n", before: "1\ta@x")],
      [.add("3\td@x\t5\n", behind: lastRow)]),
    EditedCase(
      "s.sql", postgres, [.swap("1\ta@x\t3", "1\tz@x\t3")], [.swap("1\ta@x\t3", "1\ta@x\t9")]),
    EditedCase(
      "s.sql", postgres,
      [
        .add("    z int,\n", behind: age), .swap("id, email, age)", "id, email, age, z)"),
        .swap("a@x\t3", "a@x\t3\t1"), .swap("b@x\t4", "b@x\t4\t1"),
      ], [.add("3\tc@x\t5\n", behind: lastRow)]),
    EditedCase("s.sql", postgres, [.swap("RETURN 1", "RETURN 2")], [.swap("RETURN 1", "RETURN 3")]),
    EditedCase(
      "d.sql", sqlite, [.add("INSERT INTO t VALUES(3,'c');\n", behind: lastLine)],
      [.add("INSERT INTO t VALUES(3,'d');\n", before: lastLine)]),
    EditedCase(
      "d.sql", sqlite, [.add("INSERT INTO u VALUES(3,4);\n", behind: "u VALUES(1,2);\n")],
      [.add("INSERT INTO u VALUES(3,5);\n", before: "INSERT INTO u VALUES(1,2);\n")]),
    EditedCase(
      "d.sql", sqlite,
      [.swap("name TEXT)", "name TEXT, z INT)"), .swap("a')", "a',1)"), .swap("'b')", "'b',1)")],
      [.add("INSERT INTO t VALUES(4,'d');\n", behind: lastLine)]),
    EditedCase(
      "d.sql", mysql, [.add(",(3,'z')", behind: "(2,'y')")], [.add("(3,'w'),", before: "(1,'x')")]),
    EditedCase(
      "m.sql", "ALTER TABLE u ADD COLUMN a int;\n",
      [.add("UPDATE u SET a = 1;\n", behind: "a int;\n")],
      [.add("DELETE FROM u;\n", behind: "a int;\n")]),
    EditedCase(
      "d.sql", sqlite,
      [
        .cut("CREATE TABLE u (a, b);\n"), .cut("INSERT INTO u VALUES(1,2);\n"),
      ], [.add("CREATE INDEX j ON u(a);\n", behind: "CREATE INDEX i ON t(name);\n")]),
  ]

  @Test(arguments: left.indices, MergePolicy.allCases)
  func `two values of one name are left to a person`(_ index: Int, policy: MergePolicy) throws {
    try Self.left[index].checkLeft(policy)
  }

  @Test func `programs between settings are one text`() throws {
    let program = """
      --
      -- Dumping routines for database 'x'
      --
      /*!50003 SET @saved_cs_client = @@character_set_client */ ;
      DELIMITER ;;
      CREATE FUNCTION `f`() RETURNS int
      BEGIN RETURN 1; END ;;
      DELIMITER ;

      """
    let tree = try soundTree(Self.mysqlTable("a") + program, SQLFormat())
    #expect(tree.root.children.map(\.kind) == [.members, .text])
  }

  @Test func `rows are found by the primary key, wherever that is declared`() throws {
    let tree = try soundTree(
      "CREATE TABLE a (x int, y int, PRIMARY KEY (y));\nINSERT INTO a VALUES (1, 2);\n",
      SQLFormat())
    #expect(
      tree.outline == """
        members
          members a
            scalar x = x int
            scalar y = y int
            scalar PRIMARY KEY = PRIMARY KEY (y)
          members a
            scalar 2 = INSERT INTO a VALUES (1, 2);
        """)
    #expect(try soundTree(Self.postgres, SQLFormat()).root.children.count == 8)
    #expect(try soundTree(Self.mysql, SQLFormat()).root.children.count == 4)
  }

  @Test(arguments: [
    (text: "UPDATE a SET b = 1;\n", offset: 0), (text: "", offset: 0),
    (text: "CREATE TABLE a (b int);\nDO $$ x $$;\n", offset: 24),
    (text: "CREATE TABLE a (b int);\nDROP TABLE c;\n", offset: 24),
    (text: "ALTER TABLE a ADD COLUMN b int;\n", offset: 0),
    (text: "CREATE TABLE a (b int)\n", offset: 0),
    (text: "CREATE TABLE a (b text DEFAULT 'c);\n", offset: 31),
    (text: "CREATE TABLE a (b int);\nCREATE TABLE A (c int);\n", offset: 24),
    (text: "INSERT INTO a SELECT 1;\n", offset: 0), (text: "COPY a FROM stdin;\n1\n", offset: 21),
    (text: "CREATE TABLE a (b int);\nINSERT INTO a VALUES (1, 2);\n", offset: 45),
    (text: "<<<<<<< o\nCREATE TABLE a (b int);\n", offset: 0),
    (text: "CREATE TABLE a AS SELECT 1;\n", offset: 0),
  ])
  func `refuses`(_ text: String, offset: Int) {
    let found = refusal(text, SQLFormat())
    #expect(found?.prefix { $0 != ":" } == "\(offset)", "\(found ?? "accepted")")
  }

  @Test func `nodes own all bytes of dumps by chance`() {
    let pieces = [
      "CREATE TABLE a (", "b int", ", ", "PRIMARY KEY (b)", ");\n", "-- c\n", "/* d */", "\n\n",
      "INSERT INTO a VALUES ", "(1, 'e')", "(2, $f$;$f$)", ";\n", "COPY a (b) FROM stdin;\n", "1\n",
      "\\.\n", "SET g = 1;\n", "/*!40101 SET h = 2 */;\n", "'", "CREATE INDEX i ON a (b);",
      "CREATE TRIGGER t BEFORE x ON a BEGIN y; END;\n", "DELIMITER ;;\n", "\"j\"",
    ]
    #expect(expectSound(chanceTexts(pieces, length: 8, count: 20_000), SQLFormat()) > 200)
    for text in [Self.versions, Self.sqlite, Self.mysqlTable("a")] {
      expectSound(mutatedTexts(text, with: "(),;'\n-"), SQLFormat())
    }
  }

  @Test func `a large dump is read and merged at once`() throws {
    let rows = (3...60_000).map { "\($0)\tc\($0)@x\t\($0 % 90)\n" }.joined()
    let base = Self.postgres.edited([.add(rows, behind: Self.lastRow)])
    let clock = ContinuousClock()
    let time = try clock.measure {
      let result = try merged(
        "a.sql", base, base.edited([.swap("1\ta@x", "1\tb@x")]),
        base.edited([.add("60001\tz\t1\n", before: "\\.\n")]), .balanced)
      #expect(result.isClean)
    }
    #expect(time < .seconds(60))
  }
}
