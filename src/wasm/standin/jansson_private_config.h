/* jansson_private_config.h - the same, for jansson's own files. */
#define INITIAL_HASHTABLE_ORDER 3
