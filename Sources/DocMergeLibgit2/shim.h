/* libgit2 for Swift: the C library's own header, and a typed function for each variadic call in use. */
#ifndef DOCMERGE_LIBGIT2_SHIM_H
#define DOCMERGE_LIBGIT2_SHIM_H

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <git2.h>
#include <git2/sys/alloc.h>
#include <git2/sys/repository.h>

/* Makes every object, pack and reference write durable before the call returns. */
static inline int docmerge_git_enable_fsync(void) {
  return git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, 1);
}

/* Keeps objects of one kind up to `bytes` in libgit2's cache (trees above 4 KiB are not, otherwise). */
static inline int docmerge_git_set_cache_limit(git_object_t kind, size_t bytes) {
  return git_libgit2_opts(GIT_OPT_SET_CACHE_OBJECT_LIMIT, kind, bytes);
}

/*
 * What libgit2 may take at once: it unpacks whatever an object of a remote is made from, however large.
 * Each file of Swift has its own copy of what is static here: only Libgit2.swift calls these.
 */
static size_t docmerge_git_most = SIZE_MAX;

/* Whether it asked for more on this thread. */
static inline int *docmerge_git_refusal(void) {
  static __thread int was_refused;
  return &was_refused;
}

static inline int docmerge_git_refuses(size_t count, size_t size) {
  size_t bytes;
  if (!__builtin_mul_overflow(count, size, &bytes) &&
      bytes <= __atomic_load_n(&docmerge_git_most, __ATOMIC_RELAXED)) {
    return 0;
  }
  errno = ENOMEM;
  *docmerge_git_refusal() = 1;
  return 1;
}

static inline void *docmerge_git_malloc(size_t size, const char *file, int line) {
  (void)file, (void)line;
  return docmerge_git_refuses(1, size) ? NULL : malloc(size);
}

static inline void *docmerge_git_calloc(size_t count, size_t size, const char *file, int line) {
  (void)file, (void)line;
  return docmerge_git_refuses(count, size) ? NULL : calloc(count, size);
}

static inline char *docmerge_git_strdup(const char *text, const char *file, int line) {
  (void)file, (void)line;
  return strdup(text);
}

static inline char *docmerge_git_strndup(const char *text, size_t size, const char *file, int line) {
  (void)file, (void)line;
  return strndup(text, size);
}

static inline char *docmerge_git_substrdup(
    const char *text, size_t size, const char *file, int line) {
  char *copy = size == SIZE_MAX ? NULL : (char *)docmerge_git_malloc(size + 1, file, line);
  if (copy == NULL) return NULL;
  memcpy(copy, text, size);
  copy[size] = 0;
  return copy;
}

static inline void *docmerge_git_realloc(void *old, size_t size, const char *file, int line) {
  (void)file, (void)line;
  return docmerge_git_refuses(1, size) ? NULL : realloc(old, size);
}

static inline void *docmerge_git_reallocarray(
    void *old, size_t count, size_t size, const char *file, int line) {
  (void)file, (void)line;
  return docmerge_git_refuses(count, size) ? NULL : reallocarray(old, count, size);
}

static inline void *docmerge_git_mallocarray(
    size_t count, size_t size, const char *file, int line) {
  return docmerge_git_reallocarray(NULL, count, size, file, line);
}

static inline void docmerge_git_free(void *memory) { free(memory); }

/* Lets libgit2 take no more than this at once, from its start on; `docmerge_git_bound` changes it. */
static inline int docmerge_git_set_allocator(void) {
  static git_allocator allocator = {
      docmerge_git_malloc,     docmerge_git_calloc,  docmerge_git_strdup,
      docmerge_git_strndup,    docmerge_git_substrdup, docmerge_git_realloc,
      docmerge_git_reallocarray, docmerge_git_mallocarray, docmerge_git_free,
  };
  return git_libgit2_opts(GIT_OPT_SET_ALLOCATOR, &allocator);
}

/* Bounds what libgit2 may take at once. */
static inline void docmerge_git_bound(size_t bytes) {
  __atomic_store_n(&docmerge_git_most, bytes, __ATOMIC_RELAXED);
}

/* Whether libgit2 was refused memory on this thread since it was asked last. */
static inline int docmerge_git_take_refusal(void) {
  int was_refused = *docmerge_git_refusal();
  *docmerge_git_refusal() = 0;
  return was_refused;
}

#endif
