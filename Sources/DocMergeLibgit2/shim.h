/* libgit2 for Swift: the C library's own header, and a typed function for each variadic call in use. */
#ifndef DOCMERGE_LIBGIT2_SHIM_H
#define DOCMERGE_LIBGIT2_SHIM_H

#include <git2.h>
#include <git2/sys/alloc.h>
#include <git2/sys/repository.h>

/* Makes every object, pack and reference write durable before the call returns; with 0, nothing waits for the disk. */
static inline int docmerge_git_wait_for_disk(int waits) {
  return git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, waits);
}

/* Keeps objects of one kind up to `bytes` in libgit2's cache (trees above 4 KiB are not, otherwise). */
static inline int docmerge_git_set_cache_limit(git_object_t kind, size_t bytes) {
  return git_libgit2_opts(GIT_OPT_SET_CACHE_OBJECT_LIMIT, kind, bytes);
}

/* Has libgit2 take its memory from these functions; to be called before it is started. */
static inline int docmerge_git_set_allocator(git_allocator *allocator) {
  return git_libgit2_opts(GIT_OPT_SET_ALLOCATOR, allocator);
}

/* Looks for settings of one level (the system's, a person's) nowhere. */
static inline int docmerge_git_forget_settings(git_config_level_t level) {
  return git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, level, "");
}

/*
 * Maps packs in windows of `window` bytes, and no more than `most` at once, of no more files than `files`. On 64 bits libgit2 maps whole packs,
 * so that each page of a pack that was read counts as memory of the process.
 */
static inline int docmerge_git_set_windows(size_t window, size_t most, size_t files) {
  int status = git_libgit2_opts(GIT_OPT_SET_MWINDOW_SIZE, window);
  if (status < 0) return status;
  status = git_libgit2_opts(GIT_OPT_SET_MWINDOW_MAPPED_LIMIT, most);
  return status < 0 ? status : git_libgit2_opts(GIT_OPT_SET_MWINDOW_FILE_LIMIT, files);
}

#endif
