/* The runtime of tree-sitter for Swift: it reads program code by a grammar. */
#ifndef DOCMERGE_TREE_SITTER_SHIM_H
#define DOCMERGE_TREE_SITTER_SHIM_H

#include <tree_sitter/api.h>

#endif
