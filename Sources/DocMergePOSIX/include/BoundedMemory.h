/* Memory for a library, of which it may take only so much at once. */
#ifndef DOCMERGE_BOUNDED_MEMORY_H
#define DOCMERGE_BOUNDED_MEMORY_H

#include <stddef.h>

/* Bounds what one of the functions below gives; without it, nothing is bounded. For all threads. */
void docmerge_bound_memory(size_t bytes);

/* Whether one of them gave nothing on this thread, since this was asked last, because it was too much. */
int docmerge_take_refusal(void);

/* As those of the C library without `bounded`; `file` and `line` say who asks, and are not looked at. */
void *docmerge_bounded_malloc(size_t size, const char *file, int line);
void *docmerge_bounded_calloc(size_t count, size_t size, const char *file, int line);
void *docmerge_bounded_realloc(void *old, size_t size, const char *file, int line);
void *docmerge_bounded_reallocarray(
    void *old, size_t count, size_t size, const char *file, int line);
void *docmerge_bounded_mallocarray(size_t count, size_t size, const char *file, int line);
char *docmerge_bounded_strdup(const char *text, const char *file, int line);
char *docmerge_bounded_strndup(const char *text, size_t size, const char *file, int line);
/* The first `size` bytes, which may hold zeros, and a 0. */
char *docmerge_bounded_substrdup(const char *text, size_t size, const char *file, int line);
void docmerge_bounded_free(void *memory);

#endif
