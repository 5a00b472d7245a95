#define _GNU_SOURCE
#include "DocMergePOSIX.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

extern char **environ;

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

int docmerge_spawn(char *const *words, char *const *environment, int input, int output, int error) {
  posix_spawn_file_actions_t actions;
  pid_t child;
  const int files[] = {input, output, error};
  int failure = posix_spawn_file_actions_init(&actions);
  for (int number = 0; number < 3 && failure == 0; number++) {
    if (files[number] >= 0) {
      failure = posix_spawn_file_actions_adddup2(&actions, files[number], number);
    }
  }
  if (failure == 0) failure = posix_spawnp(&child, words[0], &actions, NULL, words, environment);
  posix_spawn_file_actions_destroy(&actions);
  return failure == 0 ? child : (errno = failure, -1);
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
    char *const *words, char *const *environment, int input, int terminal, long long memory,
    int ends[2]) {
  /* Standard input, then output, error and failure: reading and writing end of each. */
  int files[7] = {-1, -1, -1, -1, -1, -1, -1};
  int nothing = input < 0 ? open("/dev/null", O_RDONLY | O_CLOEXEC) : -1;
  files[0] = fcntl(input < 0 ? nothing : input, F_DUPFD_CLOEXEC, 3);
  if (nothing >= 0) close(nothing);
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
