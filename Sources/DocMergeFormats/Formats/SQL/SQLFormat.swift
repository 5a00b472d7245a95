/// Dumps of databases from `pg_dump`, `mysqldump` and `sqlite3`, and `structure.sql` of Rails.
///
///     CREATE TABLE public.users (         a statement, found by the name that it creates
///         id bigint NOT NULL,             a column, found by its name
///         CONSTRAINT a CHECK (id > 0)     a constraint, found by its name
///     );
///     COPY public.users (id) FROM stdin;  rows, found by their primary key
///     1
///     \.
///     INSERT INTO "schema_migrations" (version) VALUES
///     ('2024');                           a row
///
/// Statements that are steps in an order, such as those of a migration, are no dump.
package struct SQLFormat: DocumentFormat {
  /// Makes the format.
  package init() {}

  /// The name `sql`.
  package var name: String { "sql" }

  /// Finds the statements of a text, and their parts.
  ///
  /// - Throws: ``FormatRefusal`` for a statement that no dump has, and for two of one name.
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package func tree(of text: [UInt8]) throws(FormatRefusal) -> SyntaxTree {
    var dump = try SQLDump(text)
    var tree = SyntaxTree(text: text, root: try dump.takeRoot())
    tree.reading = dump
    return tree
  }
}
