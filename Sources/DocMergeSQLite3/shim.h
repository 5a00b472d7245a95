/* SQLite for Swift: the C library's own header, and the one macro in use that Swift cannot import. */
#ifndef DOCMERGE_SQLITE3_SHIM_H
#define DOCMERGE_SQLITE3_SHIM_H

#include <sqlite3.h>
#include <stddef.h>

/* Binds a copy of `bytes`: SQLITE_TRANSIENT is a cast that Swift does not see. */
static inline int docmerge_sqlite3_bind_blob(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

/* Binds a copy of UTF-8 text. */
static inline int docmerge_sqlite3_bind_text(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_text64(
      statement, index, bytes ? (const char *)bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/*
 * Leaves the files of the write-ahead log in place when the last connection closes: making, merging
 * and removing them would cost every command that only reads.
 */
static inline int docmerge_sqlite3_keep_log(sqlite3 *database) {
  int keep = 1;
  int status = sqlite3_file_control(database, "main", SQLITE_FCNTL_PERSIST_WAL, &keep);
  if (status != SQLITE_OK) return status;
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
}

#endif
