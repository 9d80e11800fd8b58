# Creates or updates a virtual environment from a lock file: sh requirements/install.sh play|test|tools
# PYTHON names the interpreter, VENV the environment. An error is one sentence that says what to do.
set -eu
kind=$1
fail() { echo "daeguk: $1" >&2; exit 1; }

command -v "$PYTHON" >/dev/null 2>&1 ||
	fail "'$PYTHON' was not found. Install Python 3.11 or newer, or set PYTHON=/path/to/python3."
"$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
	fail "$("$PYTHON" --version 2>&1) is too old. Install Python 3.11 or newer, or set PYTHON=/path/to/python3."
"$PYTHON" -c 'import ensurepip, venv' 2>/dev/null ||
	fail "This Python has no venv module. On Debian, run 'apt-get install python3-venv'."

if ! "$VENV/bin/python" -c 'import pip' >/dev/null 2>&1 || ! { [ -e "$VENV/.play" ] || [ -e "$VENV/.test" ] || [ -e "$VENV/.$kind" ]; }; then
	[ ! -e "$VENV" ] || echo "The virtual environment in $VENV is incomplete; creating it again."
	rm -rf "$VENV"
	"$PYTHON" -m venv "$VENV" || fail "Could not create a virtual environment in $VENV."
fi
rm -f "$VENV/.$kind"
echo "Installing the packages in requirements/$kind.lock …"
"$VENV/bin/python" -m pip install -qq --disable-pip-version-check --require-hashes -r "requirements/$kind.lock" ||
	fail "The installation failed for the reason above. Fix it and run the same command again."
touch "$VENV/.$kind"
# test.lock includes everything in play.lock.
[ "$kind" != test ] || touch "$VENV/.play"
