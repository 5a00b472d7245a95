#define _GNU_SOURCE
#include "DocMergePOSIX.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <sys/un.h>
#include <sys/xattr.h>
#include <unistd.h>

/* Dates beyond the years 1677 to 2262 do not fit: they become the nearest that do. */
static int64_t nanoseconds(struct statx_timestamp time) {
  const int64_t last = INT64_MAX / 1000000000 - 1;
  if (time.tv_sec > last) return last * 1000000000;
  if (time.tv_sec < -last) return -last * 1000000000;
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int read_status(int directory, const char *name, int flags, struct docmerge_status *status) {
  struct statx raw;
  if (statx(directory, name, flags, STATX_BASIC_STATS | STATX_BTIME, &raw) != 0) return -1;
  status->mode = raw.stx_mode;
  status->owner = raw.stx_uid;
  status->group = raw.stx_gid;
  status->links = raw.stx_nlink;
  status->inode = raw.stx_ino;
  status->device = makedev(raw.stx_dev_major, raw.stx_dev_minor);
  status->size = (int64_t)raw.stx_size;
  status->modified = nanoseconds(raw.stx_mtime);
  status->changed = nanoseconds(raw.stx_ctime);
  status->born = (raw.stx_mask & STATX_BTIME) ? nanoseconds(raw.stx_btime) : 0;
  return 0;
}

int docmerge_status_at(int directory, const char *name, struct docmerge_status *status) {
  return read_status(directory, name, AT_SYMLINK_NOFOLLOW, status);
}

int docmerge_status_behind(const char *path, struct docmerge_status *status) {
  return read_status(AT_FDCWD, path, 0, status);
}

int docmerge_status_of(int file, struct docmerge_status *status) {
  return read_status(file, "", AT_EMPTY_PATH, status);
}

int docmerge_visit_directory(
    int directory, const char *name, docmerge_entry_visitor visit, void *context) {
  int file = openat(directory, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0) return -1;
  DIR *stream = fdopendir(file);
  if (stream == NULL) {
    int reason = errno;
    close(file);
    errno = reason;
    return -1;
  }
  int result = 0;
  for (;;) {
    errno = 0;
    struct dirent *entry = readdir(stream);
    if (entry == NULL) {
      result = errno == 0 ? 0 : -1;
      break;
    }
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    struct docmerge_status status;
    if (docmerge_status_at(file, entry->d_name, &status) != 0) {
      if (errno == ENOENT) continue;
      result = -1;
      break;
    }
    if (visit(context, entry->d_name, &status) != 0) break;
  }
  int reason = errno;
  closedir(stream);
  errno = reason;
  return result;
}

int docmerge_rename_new(const char *from, const char *to) {
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

int docmerge_rename_exchange(const char *one, const char *two) {
  return renameat2(AT_FDCWD, one, AT_FDCWD, two, RENAME_EXCHANGE);
}

static int may_be_left(int reason) {
  return reason == EPERM || reason == EACCES || reason == ENOTSUP || reason == ENODATA;
}

static int copy_attribute(const char *from, int to, const char *name) {
  ssize_t size = lgetxattr(from, name, NULL, 0);
  if (size < 0) return may_be_left(errno) ? 0 : -1;
  void *value = malloc(size > 0 ? (size_t)size : 1);
  if (value == NULL) return -1;
  int result = 0;
  size = lgetxattr(from, name, value, (size_t)size);
  if (size < 0 || fsetxattr(to, name, value, (size_t)size, 0) != 0) {
    result = may_be_left(errno) ? 0 : -1;
  }
  int reason = errno;
  free(value);
  errno = reason;
  return result;
}

int docmerge_copy_attributes(const char *from, int to) {
  struct docmerge_status status;
  if (docmerge_status_at(AT_FDCWD, from, &status) != 0) return -1;
  if (fchown(to, status.owner, status.group) != 0 && !may_be_left(errno)) return -1;
  ssize_t size = llistxattr(from, NULL, 0);
  if (size <= 0) return size == 0 || may_be_left(errno) ? 0 : -1;
  char *names = malloc((size_t)size);
  if (names == NULL) return -1;
  int result = 0;
  size = llistxattr(from, names, (size_t)size);
  if (size < 0) result = may_be_left(errno) ? 0 : -1;
  for (ssize_t at = 0; result == 0 && at < size; at += (ssize_t)strlen(names + at) + 1) {
    result = copy_attribute(from, to, names + at);
  }
  int reason = errno;
  free(names);
  errno = reason;
  return result;
}

int docmerge_lock_exclusive(int file) {
  struct flock lock;
  memset(&lock, 0, sizeof lock);
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return fcntl(file, F_OFD_SETLK, &lock);
}

int docmerge_is_locked(int file) {
  struct flock lock;
  memset(&lock, 0, sizeof lock);
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  if (fcntl(file, F_OFD_GETLK, &lock) != 0) return -1;
  return lock.l_type != F_UNLCK;
}

static struct flock range(short type, int64_t start, int64_t length) {
  struct flock lock;
  memset(&lock, 0, sizeof lock);
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = start;
  lock.l_len = length;
  return lock;
}

int docmerge_mark(int file, int64_t number) {
  struct flock lock = range(F_RDLCK, number, 1);
  return fcntl(file, F_OFD_SETLK, &lock);
}

int64_t docmerge_find_mark(int file, int64_t number, int64_t count) {
  struct flock lock = range(F_WRLCK, number, count);
  if (fcntl(file, F_OFD_GETLK, &lock) != 0 || lock.l_type == F_UNLCK) return -1;
  return lock.l_start;
}

int docmerge_socket(void) { return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0); }

/* The name of a socket has 108 bytes at most: a path through /proc is always shorter. */
static int socket_address(int directory, const char *name, struct sockaddr_un *address) {
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  int length = snprintf(
      address->sun_path, sizeof address->sun_path, "/proc/self/fd/%d/%s", directory, name);
  if (length >= 0 && (size_t)length < sizeof address->sun_path) return 0;
  errno = ENAMETOOLONG;
  return -1;
}

int docmerge_socket_listen(int socket, int directory, const char *name) {
  struct sockaddr_un address;
  if (socket_address(directory, name, &address) != 0) return -1;
  if (bind(socket, (struct sockaddr *)&address, sizeof address) != 0) return -1;
  return listen(socket, SOMAXCONN);
}

int docmerge_socket_connect(int socket, int directory, const char *name) {
  struct sockaddr_un address;
  if (socket_address(directory, name, &address) != 0) return -1;
  return connect(socket, (struct sockaddr *)&address, sizeof address);
}

int docmerge_socket_accept(int socket) {
  return accept4(socket, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int docmerge_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC | O_NONBLOCK); }

int docmerge_wait(const int *files, int count, int64_t nanoseconds) {
  struct pollfd waits[64];
  if (count > 64) count = 64;
  for (int index = 0; index < count; index++) {
    waits[index] = (struct pollfd){.fd = files[index], .events = POLLIN};
  }
  struct timespec time = {
      .tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
  return ppoll(waits, (nfds_t)count, &time, NULL);
}

int docmerge_open_place(const char *path) {
  return open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
}

void docmerge_prepare_heap(size_t size) {
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_ARENA_MAX, 1);
  char *block = malloc(size);
  if (block == NULL) return;
  const uintptr_t page = 4096;
  uintptr_t start = ((uintptr_t)block + page) & ~(page - 1);
  /* Without large pages everything works as well. */
  (void)madvise((void *)start, size - page, MADV_HUGEPAGE);
  free(block);
}

int docmerge_open_nameless(const char *folder) {
  /* The only way to name it, for those who are not root. */
  if (access("/proc/self/fd", X_OK) != 0) return -1;
  return open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
}

int docmerge_name(int file, const char *path) {
  char link[40];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  return linkat(AT_FDCWD, link, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
}

int docmerge_synchronise_file_system(int file) { return syncfs(file); }

void docmerge_begin_writing(int file) { sync_file_range(file, 0, 0, SYNC_FILE_RANGE_WRITE); }

/* A part of the files that docmerge_synchronise_all is given. */
struct part {
  const int *files;
  int count, step, failure;
};

static void *synchronise_part(void *argument) {
  struct part *part = argument;
  for (int i = 0; i < part->count; i += part->step)
    while (fsync(part->files[i]) != 0) {
      if (errno == EINTR) continue;
      part->failure = errno;
      break;
    }
  return NULL;
}

int docmerge_synchronise_all(const int *files, int count) {
  enum { most = 8 };
  struct part parts[most];
  pthread_t threads[most];
  int number = count < most ? count : most, started = 0;
  for (int i = 0; i < number; i++)
    parts[i] = (struct part){files + i, count - i, number, 0};
  while (started + 1 < number &&
         pthread_create(&threads[started], NULL, synchronise_part, &parts[started + 1]) == 0)
    started++;
  if (number > 0) synchronise_part(&parts[0]);
  /* Without threads it takes longer, and is as durable. */
  for (int i = started + 1; i < number; i++) synchronise_part(&parts[i]);
  for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < number; i++)
    if (parts[i].failure != 0) return parts[i].failure;
  return 0;
}

int docmerge_is_local(const char *path) {
  /* ext, XFS, Btrfs, tmpfs, F2FS, ZFS, bcachefs, overlayfs: the numbers are in statfs(2) and linux/magic.h. */
  static const unsigned long local[] = {0xef53,     0x58465342, 0x9123683e, 0x01021994,
                                        0xf2f52010, 0x2fc12fc1, 0xca451a4e, 0x794c7630};
  struct statfs status;
  if (statfs(path, &status) != 0) return -1;
  for (size_t i = 0; i < sizeof local / sizeof *local; i++)
    if ((unsigned long)status.f_type == local[i]) return 1;
  return 0;
}

int docmerge_memory_file(void) { return memfd_create("docmerge", MFD_CLOEXEC); }

int docmerge_is_being_written(int file) {
  /* Who opens the file meanwhile sends a signal: SIGIO would end the process, SIGURG is ignored by all. */
  if (fcntl(file, F_SETSIG, SIGURG) != 0) return 0;
  if (fcntl(file, F_SETLEASE, F_RDLCK) != 0) return errno == EAGAIN;
  fcntl(file, F_SETLEASE, F_UNLCK);
  return 0;
}
