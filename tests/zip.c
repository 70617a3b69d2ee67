/* zip.c - writes a zip of three entries to standard output. Built with what takes 64 bits set to a few
 * bytes, so that zip.py sees both kinds. */
#include "base/zip.h"

#include <stdio.h>
#include <string.h>
#include <zlib.h>

int main(void)
{
    static const struct { const char *name; size_t size; } entries[] = {{"one", 10}, {"two", 500}, {"three", 7}};
    struct bl_zip zip = {.central = bl_text_heap()};
    BL_LOCAL struct bl_text out = bl_text_heap();
    for (int k = 0; k < 3; k++) {
        size_t size = entries[k].size;
        char bytes[500], block[] = {1, (char)size, (char)(size >> 8), (char)~size, (char)(~size >> 8)};
        memset(bytes, 'a' + k, size);
        uint32_t crc = (uint32_t)crc32(0, (const Bytef *)bytes, (uInt)size);
        bl_zip_put(&zip, &(struct bl_zip_entry){entries[k].name, crc, size, size + sizeof block}, &out);
        bl_put_bytes(&out, block, sizeof block);   /* the last one, and as it is */
        bl_put_bytes(&out, bytes, size);
    }
    bl_zip_end(&zip, &out);
    return fwrite(out.s, 1, out.len, stdout) == out.len ? 0 : 1;
}
