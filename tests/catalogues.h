/* catalogues.h - the languages that there are, for tests of what is said in each. */
#ifndef BYLAW_TESTS_CATALOGUES_H
#define BYLAW_TESTS_CATALOGUES_H

#include <stdio.h>

#include "bylaw/catalogue.h"

enum { ENGLISH, GERMAN, SLOVAK, LANGUAGES };

static const char *const languages[LANGUAGES] = {"en", "de", "sk"};
static struct bl_catalogue catalogues[LANGUAGES];

/* Those that the build has made, in its folder po. */
static inline void open_catalogues(const char *folder)
{
    static char bytes[LANGUAGES][1 << 20];
    for (unsigned i = GERMAN; i < LANGUAGES; i++) {
        char path[400];
        snprintf(path, sizeof path, "%s/%s/LC_MESSAGES/bylaw.mo", folder, languages[i]);
        FILE *in = fopen(path, "rb");
        if (!in)
            fail_msg("there is no %s", path);
        size_t size = fread(bytes[i], 1, sizeof bytes[i], in);
        fclose(in);
        assert_true(bl_catalogue_open(&catalogues[i], bytes[i], size));
    }
}

static inline const struct bl_catalogue *catalogue_of(unsigned language)
{
    return language == ENGLISH ? NULL : &catalogues[language];
}

#endif
