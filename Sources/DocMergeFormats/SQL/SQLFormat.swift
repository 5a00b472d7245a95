/// Dumps of databases: what `pg_dump`, `mysqldump` and `sqlite3` write, and `structure.sql` of Rails.
///
///     CREATE TABLE public.users (         a statement, found by what it makes
///         id bigint NOT NULL,             a column, found by its name
///         CONSTRAINT a CHECK (id > 0)     a constraint, found by its name
///     );
///     COPY public.users (id) FROM stdin;  rows, found by their primary key
///     1
///     \.
///     INSERT INTO "schema_migrations" (version) VALUES
///     ('2024');                           a row
///
/// Statements that say what happens one after the other, such as those of a migration, are no dump.
package struct SQLFormat: DocumentFormat {
  /// Makes the format.
  package init() {}

  /// The name `sql`.
  package var name: String { "sql" }

  /// Finds the statements of a text, and what they consist of.
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
