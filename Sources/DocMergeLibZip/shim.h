/* libzip for Swift: it reads archives. */
#ifndef DOCMERGE_ZIP_SHIM_H
#define DOCMERGE_ZIP_SHIM_H

#include <zip.h>

#endif
