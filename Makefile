# The commands of the README. Each sets up what it needs; meson does the work.
#
#   make play      build, and play at the terminal (not on a terminal: watch a bot game)
#   make web       build the page on which the games are played in a browser
#   make play-web  the same, and hand it out on this machine (PORT=8080)
#   make serve     the same for people in other places (HOST=0.0.0.0, PORT=8080, DATA=FILE)
#   make python    build the Python package, and test it
#   make test      build as installed and with sanitizers, and run every test
#   make soak      test for an hour what short tests cannot show (MINUTES=60)
#   make bench     measure the speed of rules, bots, logic and matches, and what hardening costs
#   make bench-server  the same of the server, with people at its tables (two minutes)
#   make install   install the program, the library and the documents (PREFIX=/usr/local)

PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
PORT ?= 8080
HOST ?= 127.0.0.1
DATA ?=
MINUTES ?= 60
BUILD := build
WEB := build-web
SOFT := build-soft
NEEDS = build

.PHONY: all play web play-web served serve python test soak bench bench-server install clean
all: $(BUILD)/build.ninja
	@tools/progress.sh building ninja -C $(BUILD) -j$(JOBS)

# What is missing is installed in one go: of what is asked for, not of the build alone.
web play-web: NEEDS = web
serve bench-server: NEEDS = serve
python: NEEDS = python

$(BUILD)/build.ninja:
	@tools/setup.sh $(NEEDS)
	@echo "setting up the build; the first one takes a minute or two" >&2
	@out=$$(meson setup $(BUILD) --prefix=$(PREFIX) -Dtests=disabled 2>&1) || { echo "$$out"; exit 1; }

play: all
	@if [ -t 0 ] && [ -t 1 ]; then tools/alone.py $(BUILD)/src/cli/bylaw play; \
	else $(BUILD)/src/cli/bylaw play --watch pharaoh --seed 1; fi

web: $(BUILD)/build.ninja
	@tools/setup.sh web
	@web/make.sh $(BUILD) $(WEB)

play-web: web
	@tools/alone.py node web/serve.mjs $(WEB)/site $(PORT)

# A build that was made before the libraries were there begins anew: meson remembers what it did not find.
served: $(BUILD)/build.ninja
	@tools/setup.sh serve
	@grep -q HAVE_SERVER $(BUILD)/build.ninja || { out=$$(meson setup --wipe $(BUILD) -Dserver=enabled 2>&1) || { echo "$$out"; exit 1; }; }

serve: served
	@web/make.sh $(BUILD) $(WEB)
	@tools/progress.sh building ninja -C $(BUILD) -j$(JOBS)
	@exec $(BUILD)/src/cli/bylaw serve --site $(WEB)/site $(if $(filter 127.0.0.1:8080,$(HOST):$(PORT)),,--listen $(HOST):$(PORT)) $(if $(DATA),--data $(DATA))

python: $(BUILD)/build.ninja
	@tools/setup.sh python
	@grep -q _bylaw.abi3.so $(BUILD)/build.ninja || { out=$$(meson setup --wipe $(BUILD) -Dpython=enabled 2>&1) || { echo "$$out"; exit 1; }; }
	@tools/progress.sh building ninja -C $(BUILD) -j$(JOBS) src/cli/bylaw bindings/python/_bylaw.abi3.so
	@bindings/python/run.sh $(BUILD)

test:
	@tools/setup.sh test
	@tools/test.sh

soak:
	@tools/setup.sh test
	@tools/soak.sh $(MINUTES)

bench: all
	@$(BUILD)/bench/bench
	@$(BUILD)/bench/vector-bench
	@$(BUILD)/bench/search
	@$(BUILD)/bench/logic-bench
	@$(BUILD)/bench/predicate-wars-bench
	@$(BUILD)/bench/match
	@test -f $(SOFT)/build.ninja || meson setup $(SOFT) -Dtests=disabled -Dhardening=false >/dev/null
	@tools/progress.sh building ninja -C $(SOFT) -j$(JOBS) src/cli/bylaw
	@bench/hardening.py $(BUILD)/src/cli/bylaw $(SOFT)/src/cli/bylaw

bench-server: served
	@tools/progress.sh building ninja -C $(BUILD) -j$(JOBS)
	@bench/server.sh $(BUILD)

install: $(BUILD)/build.ninja
	@meson configure $(BUILD) -Dprefix=$(PREFIX)
	@tools/progress.sh building ninja -C $(BUILD) -j$(JOBS)
	@meson install -C $(BUILD) --no-rebuild

clean:
	rm -rf $(BUILD) build-*
