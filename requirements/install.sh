# Makes the virtual environment from a lock file: sh requirements/install.sh play|test|audit
# Says in one sentence what is wrong with this machine, if something is.
set -eu
kind=$1
fail() { echo "daeguk: $1" >&2; exit 1; }

command -v "$PYTHON" >/dev/null 2>&1 || fail "there is no '$PYTHON' here: install Python 3.11 or newer, or say PYTHON=/path/to/python3."
"$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
	fail "$("$PYTHON" --version 2>&1) is too old: Python 3.11 or newer is needed (say PYTHON=/path/to/python3)."
"$PYTHON" -c 'import ensurepip, venv' 2>/dev/null ||
	fail "this Python lacks its venv module: on Debian, 'apt-get install python3-venv' brings it."

if ! "$VENV/bin/python" -c 'import pip' >/dev/null 2>&1 || ! { [ -e "$VENV/.play" ] || [ -e "$VENV/.test" ] || [ -e "$VENV/.$kind" ]; }; then
	[ ! -e "$VENV" ] || echo "The virtual environment in $VENV is incomplete: making it anew."
	rm -rf "$VENV"
	"$PYTHON" -m venv "$VENV" || fail "the virtual environment could not be made in $VENV."
fi
rm -f "$VENV/.$kind"
echo "Installing what requirements/$kind.lock names (once) …"
"$VENV/bin/python" -m pip install -qq --disable-pip-version-check --require-hashes -r "requirements/$kind.lock" ||
	fail "the installation failed; the lines above say why. Run the same command again once that is mended."
touch "$VENV/.$kind"
# What the tests need includes what playing needs.
[ "$kind" != test ] || touch "$VENV/.play"
