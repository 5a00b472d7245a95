#include "DocMergeFork.h"

#include <unistd.h>

int docmerge_fork(void) { return fork(); }
