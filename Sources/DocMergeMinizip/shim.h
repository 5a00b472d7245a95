/* minizip for Swift: it reads and writes zip archives. */
#ifndef DOCMERGE_MINIZIP_SHIM_H
#define DOCMERGE_MINIZIP_SHIM_H

#include <minizip/unzip.h>
#include <minizip/zip.h>

#endif
