#include "catalogs.h"

// Part of C since 2023; the compiler names it an extension of older versions.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char de[] = {
#embed "de.po"
};

struct docmerge_catalog docmerge_catalog_de(void) {
  return (struct docmerge_catalog){de, sizeof de};
}
