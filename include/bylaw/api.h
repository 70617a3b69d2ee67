/* api.h - what stands around the declarations of every header here: they are C's, for C++ too, and
 * they are all that the library shows. */
#ifndef BYLAW_API_H
#define BYLAW_API_H

#ifdef __cplusplus
#define BL_C_BEGIN extern "C" {
#define BL_C_END }
#else
#define BL_C_BEGIN
#define BL_C_END
#endif

#define BL_BEGIN BL_C_BEGIN _Pragma("GCC visibility push(default)")
#define BL_END _Pragma("GCC visibility pop") BL_C_END

#endif
