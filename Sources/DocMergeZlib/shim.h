/* zlib for Swift: the compression of git's pack files. */
#ifndef DOCMERGE_ZLIB_SHIM_H
#define DOCMERGE_ZLIB_SHIM_H

#include <zlib.h>

#endif
