/* `fork`, which Swift leaves out since few programs can use it: those with one thread can. */
#ifndef DOCMERGE_FORK_H
#define DOCMERGE_FORK_H

/* Makes a copy of this process: 0 in the copy, its number in the other, -1 on failure. */
int docmerge_fork(void);

#endif
