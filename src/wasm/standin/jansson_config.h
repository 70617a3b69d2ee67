/* jansson_config.h - what jansson's own configuration would find out, for WebAssembly. */
#ifndef JANSSON_CONFIG_H
#define JANSSON_CONFIG_H

#define JSON_INLINE inline
#define JSON_INTEGER_IS_LONG_LONG 1
#define JSON_HAVE_LOCALECONV 0          /* there is one locale */
#define JSON_HAVE_ATOMIC_BUILTINS 0     /* and one thread */
#define JSON_HAVE_SYNC_BUILTINS 0
#define JSON_PARSER_MAX_DEPTH 2048      /* as in Debian's package */

#endif
