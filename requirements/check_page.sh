# Checks the sandbox's page (tsc, eslint) with the packages in package-lock.json: sh requirements/check_page.sh
# Nothing else needs Node.js: without npm, or where npm reaches no registry, a line says so, and that is all.
set -eu
skip() { echo "The sandbox's page is not checked: $1"; exit 0; }

command -v npm >/dev/null 2>&1 || skip "npm was not found. On Debian, run 'apt-get install npm'."
is_new_enough='const [major, minor] = process.versions.node.split("."); process.exit(major > 18 || (major == 18 && minor >= 18) ? 0 : 1)'
if command -v node >/dev/null 2>&1 && ! node -e "$is_new_enough"; then
	skip "its tools need Node.js 18.18 or newer."
fi
if ! [ node_modules/.installed -nt package-lock.json ]; then
	echo "Installing the packages in package-lock.json …"
	if ! printed=$(npm ci --fetch-retries=1 --fetch-timeout=20000 --loglevel=error 2>&1); then
		# The lock file is out of date, or a package is not the one that it names.
		case $printed in *EUSAGE* | *EINTEGRITY*) echo "$printed" >&2; exit 1 ;; esac
		skip "'npm ci' failed; run it to see why."
	fi
	touch node_modules/.installed
fi
npm run --silent lint
touch node_modules/.checked
