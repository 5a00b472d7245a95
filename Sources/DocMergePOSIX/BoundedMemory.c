#define _GNU_SOURCE
#include "BoundedMemory.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* In a C file, since Swift copies the static variables of a header into each Swift file. */
static size_t most = SIZE_MAX;
static __thread int was_refused;

void docmerge_bound_memory(size_t bytes) { __atomic_store_n(&most, bytes, __ATOMIC_RELAXED); }

int docmerge_take_refusal(void) {
  int result = was_refused;
  was_refused = 0;
  return result;
}

static int is_too_much(size_t count, size_t size) {
  size_t bytes;
  if (!__builtin_mul_overflow(count, size, &bytes) &&
      bytes <= __atomic_load_n(&most, __ATOMIC_RELAXED)) {
    return 0;
  }
  errno = ENOMEM;
  was_refused = 1;
  return 1;
}

void *docmerge_bounded_malloc(size_t size, const char *file, int line) {
  (void)file, (void)line;
  return is_too_much(1, size) ? NULL : malloc(size);
}

void *docmerge_bounded_calloc(size_t count, size_t size, const char *file, int line) {
  (void)file, (void)line;
  return is_too_much(count, size) ? NULL : calloc(count, size);
}

void *docmerge_bounded_realloc(void *old, size_t size, const char *file, int line) {
  (void)file, (void)line;
  return is_too_much(1, size) ? NULL : realloc(old, size);
}

void *docmerge_bounded_reallocarray(
    void *old, size_t count, size_t size, const char *file, int line) {
  (void)file, (void)line;
  return is_too_much(count, size) ? NULL : reallocarray(old, count, size);
}

void *docmerge_bounded_mallocarray(size_t count, size_t size, const char *file, int line) {
  return docmerge_bounded_reallocarray(NULL, count, size, file, line);
}

char *docmerge_bounded_strdup(const char *text, const char *file, int line) {
  (void)file, (void)line;
  return strdup(text);
}

char *docmerge_bounded_strndup(const char *text, size_t size, const char *file, int line) {
  (void)file, (void)line;
  return strndup(text, size);
}

char *docmerge_bounded_substrdup(const char *text, size_t size, const char *file, int line) {
  char *copy = size == SIZE_MAX ? NULL : (char *)docmerge_bounded_malloc(size + 1, file, line);
  if (copy == NULL) return NULL;
  memcpy(copy, text, size);
  copy[size] = 0;
  return copy;
}

void docmerge_bounded_free(void *memory) { free(memory); }
