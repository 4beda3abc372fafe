#!/bin/sh
# Looks up every new file of a folder once, and writes the results beside the files.
#
#   confere-folder.sh <folder> [option of 'confere bulk run']...
#
# When a file has its result, its name and checksum are added to <folder>/.confere-done; until then it
# is new. 'confere bulk run' names the result: clientes.csv gets clientes.confere.csv (RESULT_FORMAT=xlsx,
# json or jsonl changes the format). The next run continues an unfinished file, and nothing is paid for twice.
#
# stdout is the text of a mail: a paragraph for each new file, and nothing if there is none. The exit
# code is the most serious one of confere; see `confere help exit-codes`. After 4, 5 and 6 the script stops,
# because the other files would fail in the same way; the next run looks them up. 8 is no failure: the service
# is still at work on a file that it has accepted, and the next run fetches the result.
#
# Em português: consulta uma vez cada arquivo novo de uma pasta e grava o resultado ao lado (clientes.csv
# gera clientes.confere.csv). A execução seguinte continua um arquivo que não terminou, e nada é pago duas vezes.
# A saída padrão é o texto de um e-mail: um parágrafo por arquivo novo, e nada se não houver nenhum. O código de
# saída é o mais grave do confere. Depois de 4, 5 e 6 o script para, porque os outros arquivos falhariam do mesmo
# jeito. 8 não é falha: o serviço ainda processa o arquivo, e a execução seguinte busca o resultado.
set -eu

folder=${1:?"name a folder: confere-folder.sh <folder> [option of 'confere bulk run']..."}
shift
if [ ! -d "$folder" ] || [ ! -r "$folder" ] || [ ! -w "$folder" ]; then
  printf '%s: no folder that can be read and written\n' "$folder" >&2
  exit 2
fi
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

# Checksum and size of the content, and the name.
line_of() { printf '%s %s\n' "$(cksum < "$1")" "${1##*/}"; }

is_new() { [ ! -e "$ended" ] || ! line_of "$1" | grep -qxFf - "$ended"; }

# value <key> <object>: the first value of that name, which belongs to the batch.
value() {
  printf '%s\n' "$2" | tr ',{' '[\n*]' | sed -n "s/^\"$1\":\"*\([0-9a-z]*\).*/\1/p" | head -n 1
}

# output_of <object>: the path of the result that was written; nothing if there is none.
output_of() {
  printf '%s\n' "$1" | sed -n -e 's/^.*"output":"\(.*\)"}$/\1/' -e 't unescape' -e d -e ':unescape' \
    -e 's/\\\(["\\]\)/\1/g' -e p
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
    8) echo 'accepted, and still being processed by the service; the next run fetches the result' ;;
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

# Names of files go into a mail: a line each, and no CPF.
shown() {
  between='[^0-9A-Za-z]{0,3}'
  cpf="0{0,3}[0-9]{3}${between}[0-9]{3}${between}[0-9]{3}${between}[0-9]{2}"
  # Two of them may have one character between them, so each is looked for anew.
  printf '%s' "$1" | tr '[:cntrl:]' '?' | sed -E -e ':next' -e "s/(^|[^0-9])$cpf([^0-9]|\$)/\\1***\\2/" -e 't next'
}

# tell <file> <exit code> <object>
tell() {
  printf '%s: %s (exit code %s)\n' "$(shown "${1##*/}")" "$(advice "$2" "$(value batch "$3")")" "$2"
  if [ -n "$3" ]; then
    printf '  %s, %s invalid, %s; of %s %s found, %s not found; %s\n' \
      "$(count "$(value rows "$3")" row rows)" "$(value invalid "$3")" \
      "$(count "$(value duplicates "$3")" duplicate duplicates)" \
      "$(count "$(value unique "$3")" identifier identifiers)" \
      "$(value found "$3")" "$(value notFound "$3")" \
      "$(count "$(value now "$3")" credit credits)"
    output=$(output_of "$3")
    [ -z "$output" ] || printf '  result: %s\n' "$(shown "$output")"
  fi
  error_message | sed 's/^/  /'
}

for file in "$folder"/*; do
  if ! is_input "$file" || ! is_new "$file"; then continue; fi
  line=$(line_of "$file")
  code=0
  summary=$(confere bulk run "$file" ${RESULT_FORMAT:+--format "$RESULT_FORMAT"} --json --quiet --no-input "$@" 2> "$errors") || code=$?
  tell "$file" "$code" "$summary"
  codes="$codes $code"
  case $code in
    # A --dry-run looks up nothing and writes no result, so the file stays new.
    0 | 3) [ -z "$(output_of "$summary")" ] || printf '%s\n' "$line" >> "$ended" ;;
    2 | 7 | 8 | 10 | 11) ;;
    4 | 5 | 6) break ;;
    *) exit "$code" ;;
  esac
done

for code in 10 7 4 6 5 8 11 2 3; do
  case " $codes " in *" $code "*) exit "$code" ;; esac
done
