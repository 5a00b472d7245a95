/*
 * The system calls that Swift's Glibc module lacks or cannot express, one thin function each.
 * Every function returns 0 (or a count) on success and -1 with errno set on failure.
 */
#ifndef DOCMERGE_POSIX_H
#define DOCMERGE_POSIX_H

#include "BoundedMemory.h"

#include <stddef.h>
#include <stdint.h>

/* The status of the file at a path, from statx(2): times in nanoseconds, birth 0 where the file system has none. */
struct docmerge_status {
  uint32_t mode;
  uint32_t owner;
  uint32_t group;
  uint32_t links;
  uint64_t inode;
  uint64_t device;
  int64_t size;
  int64_t modified;
  int64_t changed;
  int64_t born;
};

/* Reads the status of `name` in the folder `directory` (AT_FDCWD allowed) without following a link. */
int docmerge_status_at(int directory, const char *name, struct docmerge_status *status);

/* The same of a path; a link is followed. */
int docmerge_status_behind(const char *path, struct docmerge_status *status);

/* Reads the status of an open file. */
int docmerge_status_of(int file, struct docmerge_status *status);

/* Called for every entry; a result other than 0 stops the walk. */
typedef int (*docmerge_entry_visitor)(
    void *context, const char *name, const struct docmerge_status *status);

/*
 * Visits the entries of the folder `name` in `directory` in the order of the file system, with their
 * status; `.` and `..` are left out, and so is an entry that disappears meanwhile.
 */
int docmerge_visit_directory(
    int directory, const char *name, docmerge_entry_visitor visit, void *context);

/* Renames, refusing to replace: EEXIST when `to` exists. */
int docmerge_rename_new(const char *from, const char *to);

/* Swaps two existing paths in one step. EINVAL where the file system cannot. */
int docmerge_rename_exchange(const char *one, const char *two);

/* Copies all extended attributes, owner and group that the caller may set; what it may not set is left. */
int docmerge_copy_attributes(const char *from, int to);

/* Takes an exclusive open-file-description lock on the whole file; EAGAIN when another holds it. */
int docmerge_lock_exclusive(int file);

/* Whether another open file has such a lock on the file: 1 or 0. */
int docmerge_is_locked(int file);

/* Marks an open file, or folder, with a number for all processes to see, until it is closed. */
int docmerge_mark(int file, int64_t number);

/* The lowest mark, from `number` on and `count` wide (0: all), that another open file has; -1 for none. */
int64_t docmerge_find_mark(int file, int64_t number, int64_t count);

/* Makes a socket between processes that never blocks and is closed when another program is started. */
int docmerge_socket(void);

/* Gives a socket a name in an open folder, and listens at it. */
int docmerge_socket_listen(int socket, int directory, const char *name);

/* Connects a socket to the one of that name in an open folder. */
int docmerge_socket_connect(int socket, int directory, const char *name);

/* Takes the next connection of a socket that listens. */
int docmerge_socket_accept(int socket);

/* Makes a pipe that never blocks. */
int docmerge_pipe(int ends[2]);

/* Waits until one of the first 64 files can be read, a signal arrives, or the time is over. */
int docmerge_wait(const int *files, int count, int64_t nanoseconds);

/* Opens an item, or a link itself, only to know it again later: by its status, and by where it is. */
int docmerge_open_place(const char *path);

/* Opens a file that has no name and lives in memory; closed when another program is started. */
int docmerge_memory_file(void);

/*
 * Makes the heap ready for about `size` bytes of large blocks that come and go: freed memory is used
 * again instead of being given back, and the kernel may use large pages. For programs that end soon.
 */
void docmerge_prepare_heap(size_t size);

/*
 * Opens a new file without a name in a folder, which is gone once it is closed; -1 where the file system
 * has no such files, or where they could not be given a name.
 */
int docmerge_open_nameless(const char *folder);

/* Gives a file without a name its name, which must not be taken. */
int docmerge_name(int file, const char *path);

/* Makes all that was written to the file system of an open file durable, as many fsync would one by one. */
int docmerge_synchronise_file_system(int file);

/* Asks the disk to begin writing the contents of an open file; only fsync tells whether it did. */
void docmerge_begin_writing(int file);

/*
 * Makes open files, or folders, durable side by side, so that one wait of the disk serves many. The result is 0,
 * or the errno of one that failed.
 */
int docmerge_synchronise_all(const int *files, int count);

/* Whether a file system is known to be changed by this computer alone, so that inotify tells of every change. */
int docmerge_is_local(const char *path);

/* Starts the program `words[0]`, a path, in a session of its own, without input or output; 0 when it runs. */
int docmerge_detach(char *const *words);

/*
 * Starts the program `words[0]`, looked up in PATH, with this environment, and returns its number; -1 with
 * errno set when it could not be started. Its standard input, output and error are the open files given, or
 * those of this process where they are -1.
 */
int docmerge_spawn(char *const *words, char *const *environment, int input, int output, int error);

/*
 * Starts the program `words[0]`, looked up in PATH, with this environment, and returns its number. Standard
 * input is the open file `input`, or empty where that is -1; `ends` are where its output and its error are
 * read, without waiting. It leads a process group of its own, so that its children can be ended with it,
 * and gets SIGTERM when the thread that started it ends. With a terminal, its group is in
 * front there and may ask a person; with -1 it has none. posix_spawn can neither tie the two together nor
 * leave the session. With `memory` above zero, none of the programs gets more bytes than that.
 */
int docmerge_start(
    char *const *words, char *const *environment, int input, int terminal, long long memory,
    int ends[2]);

/* 0 while a child runs, 1 when it has ended, 2 when it was stopped; it stays to be waited for. */
int docmerge_look_at_child(int child);

/* Waits for the end of a child; the result is the exit status, or 128 and the signal that ended it. */
int docmerge_end_child(int child);

/* Opens the terminal of this process; -1 when there is none, or another group is in front. */
int docmerge_own_terminal(void);

/* Puts a process group in front at the terminal; 0: the one of this process. */
void docmerge_take_terminal(int terminal, int group);

/* Whether the terminal asks for a password: typed characters are not echoed. */
int docmerge_is_secret_asked(int terminal);

/*
 * Whether any process has the file open for writing; here it is open for reading only. The kernel refuses a
 * read lease then. 0 where the kernel does not tell, as for files of other users.
 */
int docmerge_is_being_written(int file);

/* The queue of Dispatch that runs the calling code, kept alive; null where Dispatch is not linked. */
void *docmerge_queue_current(void);

/* Runs work on a queue of Dispatch. */
void docmerge_queue_async(void *queue, void *context, void (*work)(void *));

/* Lets go of what docmerge_queue_current gave. */
void docmerge_queue_release(void *queue);

#endif
