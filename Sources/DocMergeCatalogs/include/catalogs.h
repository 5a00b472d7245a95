#ifndef DOCMERGE_CATALOGS_H
#define DOCMERGE_CATALOGS_H

#include <stddef.h>

/// The text of a message catalog in the format of GNU gettext (PO), which is part of the program.
struct docmerge_catalog {
  const unsigned char *start;
  size_t size;
};

/// The messages in German: `de.po`.
struct docmerge_catalog docmerge_catalog_de(void);

#endif
