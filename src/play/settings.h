/* SPDX-License-Identifier: MIT */
/* settings.h - what the program remembers of a person: name, level, theme.

   ${XDG_CONFIG_HOME:-~/.config}/lusoria/config has lines of "name = value".  Other lines,
   among them comments and names of other versions, are kept as they are. */
#ifndef PLAY_SETTINGS_H
#define PLAY_SETTINGS_H

#include <stdbool.h>
#include "os/folders.h"
#include "play/play.h"

enum { SETTING_BYTES = 64 }; /* of a value, with the NUL */

/* Reads a setting.  False: it is not set, too long, or there is no such file. */
bool settings_get(const char *name, char value[SETTING_BYTES]);
/* Stores a setting; the file and its folder are created.  False: errno says why. */
bool settings_set(const char *name, const char *value);
/* The same for another file of such lines. */
struct settings_file {
    enum folder_kind folder;
    const char *name;
};
bool settings_get_in(const struct settings_file *f, const char *name,
                     char value[SETTING_BYTES]);
bool settings_set_in(const struct settings_file *f, const char *name, const char *value);
/* The name of the person: the setting "name", the login name, or "you".  It is a name that
   play_set_person accepts. */
void settings_person(char name[SETTING_BYTES]);
/* Gives that name to the first player described as "human". */
void settings_name_player(struct play_options *o);

#endif
