# The commands that always work. Everything a target needs beyond Go, it installs.

SHELL := /bin/bash
BIN := bin
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2

# Debian packages that the tests start or drive; a machine that has the
# programs is left alone.
TEST_PROGRAMS := nginx haproxy chromium node uvicorn gunicorn systemd-analyze
TEST_PACKAGES := nginx-light haproxy chromium nodejs uvicorn gunicorn python3-uvicorn systemd

.PHONY: build test test-validators check bench bench-generator bench-real bench-search demo validate fuzz clean test-programs

build: ## the program, at bin/loadline
	go build -o $(BIN)/loadline .

# Property tests draw from a fixed seed, so that a red build is red again; make
# fuzz draws anew.
PROPERTIES = $$(grep -rl --include='*_test.go' pgregory.net/rapid . | xargs -n1 dirname | sort -u)
OTHERS = $$(go list ./... | grep -vxF -e loadline/cmd/acceptance -f <(go list $(PROPERTIES)))

test: test-programs ## all tests, with the race detector; those that measure real services run last, alone, and without it
	go test -race -timeout 15m $(PROPERTIES) -rapid.seed=1
	go test -race -timeout 15m $(OTHERS)
	go test -timeout 20m ./cmd/acceptance

test-validators: ## generated limit files against the ecosystems' own validators
	$(MAKE) -C report/limits/validators test

check: ## format, vet, lint, import rules
	@unformatted=$$(gofmt -l $$(git ls-files -co --exclude-standard '*.go')); \
	  if [ -n "$$unformatted" ]; then echo "not gofmt'ed:"; echo "$$unformatted"; exit 1; fi
	go vet ./...
	go mod verify >/dev/null
	GOBIN=$(CURDIR)/$(BIN) go install $(STATICCHECK)
	$(BIN)/staticcheck ./...
	go test -run 'Rules|Generator|Named' .

demo: build ## sweep the article's single-threaded service on a loopback port, and say where the report is
	@exec 3< <($(BIN)/loadline demo toobusy 2>/dev/null); service=$$!; \
	trap 'kill -INT $$service' EXIT; read -r url <&3; \
	$(BIN)/loadline sweep --budget 45s $$url

bench: bench-search bench-generator

bench-search: ## how precise the search is, against three rival rules
	go run ./targets/simulate/judge

bench-real: test-programs ## how far repeated sweeps of real services lie apart; wants a machine of its own, for a quarter of an hour
	go test -run '^$$' -bench Repeated -benchtime 5x -timeout 60m ./cmd/acceptance

bench-generator: ## requests per CPU second against the generators of others
	go run ./attack/benchmark

validate: ## the generator's numbers against the wire, known service times and closed forms
	go run ./attack/validate

fuzz: ## property tests with seeds of their own, and each fuzz target for ten seconds
	go test $(PROPERTIES)
	@for package in $$(grep -rl --include='*_test.go' '^func Fuzz' . | xargs -n1 dirname | sort -u); do \
	  for target in $$(grep -rhoE --include='*_test.go' '^func Fuzz\w+' $$package | cut -c6- | sort -u); do \
	    go test -run '^$$' -fuzz "^$$target\$$" -fuzztime 10s $$package || exit 1; \
	  done; done

test-programs:
	@missing=; for program in $(TEST_PROGRAMS); do \
	  PATH=$$PATH:/usr/sbin command -v $$program >/dev/null || missing="$$missing $$program"; done; \
	if [ -n "$$missing" ]; then echo "installing what the tests need:$$missing"; \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(TEST_PACKAGES) >/dev/null; fi

clean:
	rm -rf $(BIN) loadline-out
