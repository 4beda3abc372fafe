#!/bin/sh
# Looks up every new file of a folder once, and writes the results beside the files.
#
#   confere-folder.sh <folder> [option of 'confere bulk run']...
#
# When a file has its result, its name and checksum are added to <folder>/.confere-done; until then it
# is new. The result of clientes.csv is clientes.confere.csv (RESULT_FORMAT=xlsx, json or jsonl changes
# the format). The next run continues an unfinished file, and nothing is paid for twice.
#
# stdout is the text of a mail: a paragraph for each new file, and nothing if there is none. The exit
# code is the most serious one of confere; see docs/exit-codes.md. After 4, 5 and 6 the script stops,
# because the other files would fail in the same way; the next run looks them up.
set -eu

folder=${1:?"name a folder: confere-folder.sh <folder> [option of 'confere bulk run']..."}
shift
format=${RESULT_FORMAT:-csv}
ended=$folder/.confere-done
codes=
errors=$(mktemp)
trap 'rm -f "$errors"' EXIT

is_input() {
  case $1 in
    *.confere.*) return 1 ;;
    *.[cC][sS][vV] | *.[tT][sS][vV] | *.[tT][xX][tT] | *.[xX][lL][sS][xX] | *.gz) [ -f "$1" ] ;;
    *) return 1 ;;
  esac
}

result_of() { printf '%s\n' "${1%.csv}.confere.$format"; }

# Checksum and size of the content, and the name.
line_of() { printf '%s %s\n' "$(cksum < "$1")" "${1##*/}"; }

is_new() { [ ! -e "$ended" ] || ! line_of "$1" | grep -qxFf - "$ended"; }

# value <key> <object>: the first value of that name, which belongs to the batch.
value() {
  printf '%s\n' "$2" | tr ',{' '[\n*]' | sed -n "s/^\"$1\":\"*\([0-9a-z]*\).*/\1/p" | head -n 1
}

# The error of confere: its message under --json, otherwise the line itself.
error_message() {
  sed -e 's/^{"error":.*"message":"\(.*\)","httpStatus":.*$/\1/' -e 's/\\\(["\\]\)/\1/g' "$errors"
}

# advice <exit code> <batch>
advice() {
  case $1 in
    0) echo 'done' ;;
    2) echo 'cannot be used; mend it or move it away' ;;
    3) echo "done, but some rows have no answer; for failed ones: confere bulk resume $2" ;;
    4) echo 'the key or the account was refused; see confere auth status' ;;
    5) echo 'the service or the network failed; the next run goes on' ;;
    6) echo 'rate limited; the next run goes on' ;;
    7) echo "too few credits, or over the budget; the next run goes on, after skipped rows confere bulk resume $2" ;;
    8) echo 'still being processed; the next run goes on' ;;
    10) echo "something may have been charged; see confere bulk status $2" ;;
    11) echo 'another run is at work on it' ;;
    130 | 143) echo 'interrupted; the next run goes on' ;;
    *) echo 'failed' ;;
  esac
}

# count <number> <word for one> <word for more>
count() {
  if [ "$1" = 1 ]; then printf '1 %s' "$2"; else printf '%s %s' "$1" "$3"; fi
}

# tell <file> <result> <exit code> <object>
tell() {
  printf '%s: %s (exit code %s)\n' "${1##*/}" "$(advice "$3" "$(value batch "$4")")" "$3"
  if [ -n "$4" ]; then
    printf '  %s, %s invalid, %s; of %s %s found, %s not found; %s\n' \
      "$(count "$(value rows "$4")" row rows)" "$(value invalid "$4")" \
      "$(count "$(value duplicates "$4")" duplicate duplicates)" \
      "$(count "$(value unique "$4")" identifier identifiers)" \
      "$(value found "$4")" "$(value notFound "$4")" \
      "$(count "$(value charged "$4")" credit credits)"
    [ ! -e "$2" ] || printf '  result: %s\n' "$2"
  fi
  error_message | sed 's/^/  /'
}

for file in "$folder"/*; do
  if ! is_input "$file" || ! is_new "$file"; then continue; fi
  line=$(line_of "$file")
  result=$(result_of "$file")
  code=0
  summary=$(confere bulk run "$file" -o "$result" --json --quiet --no-input "$@" 2> "$errors") || code=$?
  tell "$file" "$result" "$code" "$summary"
  codes="$codes $code"
  case $code in
    # A --dry-run looks up nothing and writes no result, so the file stays new.
    0 | 3) [ "$(value output "$summary")" = null ] || printf '%s\n' "$line" >> "$ended" ;;
    2 | 7 | 8 | 10 | 11) ;;
    4 | 5 | 6) break ;;
    *) exit "$code" ;;
  esac
done

for code in 10 7 4 6 5 8 11 2 3; do
  case " $codes " in *" $code "*) exit "$code" ;; esac
done
