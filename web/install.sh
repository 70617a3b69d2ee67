#!/bin/sh
# install.sh DATADIR - puts the page beside the program, if it has been built (`make web`).
set -eu
from=$MESON_SOURCE_ROOT/build-web/site to=$MESON_INSTALL_DESTDIR_PREFIX/$1/bylaw/site
[ -f "$from/index.html" ] || exit 0
mkdir -p "$to"
rm -rf "$to"
cp -R "$from" "$to"
chmod -R a+rX,u+w,go-w "$to"
