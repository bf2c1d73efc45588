// What Swift's importer cannot see of zlib: inflateInit2 is a macro that adds the version and the size of the structure.
// The function is one call, returns what the C call returns, and decides nothing.
#ifndef ATTACHD_CZLIB_SHIM_H
#define ATTACHD_CZLIB_SHIM_H

#include <zlib.h>

static inline int czlib_inflate_init(z_stream *stream, int window_bits) {
    return inflateInit2(stream, window_bits);
}

#endif
