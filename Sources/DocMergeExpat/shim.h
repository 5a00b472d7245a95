/* Expat for Swift: it reads XML. */
#ifndef DOCMERGE_EXPAT_SHIM_H
#define DOCMERGE_EXPAT_SHIM_H

#include <expat.h>

#endif
