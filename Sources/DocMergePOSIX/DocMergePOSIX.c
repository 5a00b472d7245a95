#define _GNU_SOURCE
#include "DocMergePOSIX.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <spawn.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <sys/un.h>
#include <sys/xattr.h>
#include <termios.h>
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

extern char **environ;

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

int docmerge_detach(char *const *words) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  pid_t child;
  int failure = posix_spawn_file_actions_init(&actions);
  if (failure == 0) failure = posix_spawnattr_init(&attributes);
  if (failure != 0) return errno = failure, -1;
  for (int file = 0; file < 3 && failure == 0; file++)
    failure = posix_spawn_file_actions_addopen(&actions, file, "/dev/null", O_RDWR, 0);
  if (failure == 0) failure = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  if (failure == 0) failure = posix_spawn(&child, words[0], &actions, &attributes, words, environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return failure == 0 ? 0 : (errno = failure, -1);
}

int docmerge_memory_file(void) { return memfd_create("docmerge", MFD_CLOEXEC); }

int docmerge_run(char *const *words, int input, int output, int error) {
  posix_spawn_file_actions_t actions;
  pid_t child;
  const int files[] = {input, output, error};
  int status, failure = posix_spawn_file_actions_init(&actions);
  for (int number = 0; number < 3 && failure == 0; number++) {
    if (files[number] >= 0) {
      failure = posix_spawn_file_actions_adddup2(&actions, files[number], number);
    }
  }
  if (failure == 0) failure = posix_spawnp(&child, words[0], &actions, NULL, words, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) {
    errno = failure;
    return -1;
  }
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* Bounds what a process and its children may take, each for itself; never more than was allowed before. */
static int bound_memory(long long bytes) {
  struct rlimit limit;
  if (bytes <= 0) return 0;
  if (getrlimit(RLIMIT_DATA, &limit) != 0) return errno;
  if (limit.rlim_max == RLIM_INFINITY || limit.rlim_max > (rlim_t)bytes) limit.rlim_max = (rlim_t)bytes;
  if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > limit.rlim_max) limit.rlim_cur = limit.rlim_max;
  return setrlimit(RLIMIT_DATA, &limit) == 0 ? 0 : errno;
}

/* What a child is given: its standard files, and the rest as `docmerge_start` has it. */
struct gift {
  int files[3];
  int terminal;
  long long memory;
};

/* Between fork and exec: only what POSIX allows there in a program with threads. */
static int become(
    char *const *words, char *const *environment, const struct gift *gift, pid_t parent) {
  if (gift->terminal < 0) {
    if (setsid() < 0) return errno;
  } else {
    if (setpgid(0, 0) != 0) return errno;
    tcsetpgrp(gift->terminal, getpid());
  }
  for (int number = 0; number < 3; number++) {
    if (dup2(gift->files[number], number) < 0) return errno;
  }
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  if (prctl(PR_SET_PDEATHSIG, SIGTERM) != 0) return errno;
  if (getppid() != parent) return ESRCH;
  int reason = bound_memory(gift->memory);
  if (reason != 0) return reason;
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execvpe(words[0], words, environment);
  return errno;
}

/* A pipe whose ends are above the standard files, so that none of them is overwritten. */
static int high_pipe(int ends[2]) {
  int low[2];
  if (pipe2(low, O_CLOEXEC) != 0) return -1;
  ends[0] = fcntl(low[0], F_DUPFD_CLOEXEC, 3);
  ends[1] = fcntl(low[1], F_DUPFD_CLOEXEC, 3);
  close(low[0]);
  close(low[1]);
  return ends[0] < 0 || ends[1] < 0 ? -1 : 0;
}

static void close_all(const int *files, int count) {
  int reason = errno;
  for (int index = 0; index < count; index++) {
    if (files[index] >= 0) close(files[index]);
  }
  errno = reason;
}

static int start(
    char *const *words, char *const *environment, const struct gift *gift, int failure[2]) {
  sigset_t all, before;
  sigfillset(&all);
  /* No handler of this program may run in the child. */
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t parent = getpid(), child = fork();
  if (child == 0) {
    int reason = become(words, environment, gift, parent);
    (void)!write(failure[1], &reason, sizeof reason);
    _exit(127);
  }
  int reason = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = reason;
  if (child < 0) return -1;
  close(failure[1]);
  failure[1] = -1;
  ssize_t count;
  do count = read(failure[0], &reason, sizeof reason);
  while (count < 0 && errno == EINTR);
  if (count != sizeof reason) return child;
  while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
  errno = reason;
  return -1;
}

int docmerge_start(
    char *const *words, char *const *environment, int terminal, long long memory, int ends[2]) {
  /* Standard input, then output, error and failure: reading and writing end of each. */
  int files[7] = {-1, -1, -1, -1, -1, -1, -1};
  int input = open("/dev/null", O_RDONLY | O_CLOEXEC);
  files[0] = input < 0 ? -1 : fcntl(input, F_DUPFD_CLOEXEC, 3);
  if (input >= 0) close(input);
  int child = -1;
  if (files[0] >= 0 && high_pipe(files + 1) == 0 && high_pipe(files + 3) == 0 &&
      high_pipe(files + 5) == 0) {
    const struct gift gift = {{files[0], files[2], files[4]}, terminal, memory};
    child = start(words, environment, &gift, files + 5);
  }
  if (child >= 0) {
    ends[0] = files[1];
    ends[1] = files[3];
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    files[1] = files[3] = -1;
  }
  close_all(files, 7);
  return child;
}

int docmerge_look_at_child(int child) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  if (waitid(P_PID, (id_t)child, &info, WEXITED | WSTOPPED | WNOHANG | WNOWAIT) != 0) return -1;
  if (info.si_pid == 0) return 0;
  return info.si_code == CLD_STOPPED ? 2 : 1;
}

int docmerge_end_child(int child) {
  int status;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int docmerge_own_terminal(void) {
  int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
  if (terminal < 0) return -1;
  if (tcgetpgrp(terminal) == getpgrp()) return terminal;
  close(terminal);
  return -1;
}

void docmerge_take_terminal(int terminal, int group) {
  sigset_t output, before;
  sigemptyset(&output);
  sigaddset(&output, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &output, &before);
  tcsetpgrp(terminal, group == 0 ? getpgrp() : group);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

int docmerge_is_secret_asked(int terminal) {
  struct termios settings;
  return tcgetattr(terminal, &settings) == 0 && (settings.c_lflag & ECHO) == 0;
}
