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

/* How long a writer waits for others, in milliseconds. */
enum { docmerge_sqlite3_patience = 30000 };

/* How many pages may be written ahead: every process that begins reads all of them. */
enum { docmerge_sqlite3_log_pages = 64 };

/* Called after each commit, when others may write already. */
static inline int docmerge_sqlite3_after_commit(
    void *unused, sqlite3 *database, const char *name, int pages) {
  (void)unused;
  if (pages < docmerge_sqlite3_log_pages) return SQLITE_OK;
  /* Does not wait for readers: while there is one, the log stays, and a later commit empties it. */
  sqlite3_busy_timeout(database, 0);
  sqlite3_wal_checkpoint_v2(database, name, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
  sqlite3_busy_timeout(database, docmerge_sqlite3_patience);
  /* The commit is done, even if the log could not be truncated. */
  return SQLITE_OK;
}

/*
 * Empties the write-ahead log once it is long. SQLite's own way lets the log begin anew only where the process
 * that put it in place goes on to write: with one process for each change it grows without end.
 */
static inline void docmerge_sqlite3_shorten_log(sqlite3 *database, int is_on) {
  sqlite3_wal_hook(database, is_on ? docmerge_sqlite3_after_commit : NULL, NULL);
}

#endif
