#!/bin/sh
# Tells a team by mail, or in a Teams channel, what changed since the last batch of a file.
#
#   confere bulk run fornecedores.csv --again --fresh --purpose "monitoring" --notify notify-changes.sh
#
# MAIL_TO=compliance@example.com sends a mail with the changes as an attachment (GNU mailutils);
# TEAMS_WEBHOOK=https://... posts the counts, without identifiers or names, because a channel has many readers.
# ONLY=situacao_cadastral,QSA names the fields to compare (otherwise status,QSA: also who is no longer found);
# WITH=Carteira adds columns of the file to the attachment.
#
# confere gives the JSON summary of the batch on standard input. The batch before it, of a file of the same name,
# is compared with it; without one, or without a change, nothing is sent.
set -eu

newer=$(jq -r 'select(.state == "complete") | .batch')
[ -n "$newer" ] || exit 0
older=$(confere bulk list --json | jq -r --arg id "$newer" \
  '(.[] | select(.batch == $id) | .file) as $file
   | [.[] | select(.file == $file and .state == "complete" and .batch != $id)][0].batch // empty')
[ -n "$older" ] || exit 0

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
code=0
confere bulk diff "$older" "$newer" --only-fields "${ONLY:-status,QSA}" ${WITH:+--with "$WITH"} --exit-status \
  --json -o "$folder/changes.csv" > "$folder/summary.json" 2> "$folder/errors" || code=$?
case $code in
  0) exit 0 ;;
  9) ;;
  *) cat "$folder/errors" >&2; exit "$code" ;;
esac

text=$(jq -r '(.fields | to_entries | map("\(.key) \(.value)") | join(", ")) as $fields
  | "Changed identifiers: \(.differing)" + if $fields == "" then "" else " (\($fields))" end' "$folder/summary.json")
if [ -n "${MAIL_TO:-}" ]; then
  printf '%s\n' "$text" | mail -s "confere: changes" -A "$folder/changes.csv" "$MAIL_TO"
fi
if [ -n "${TEAMS_WEBHOOK:-}" ]; then
  # A webhook of Workflows takes cards only.
  jq -n --arg text "$text" '{type: "message", attachments: [{
    contentType: "application/vnd.microsoft.card.adaptive",
    content: {type: "AdaptiveCard", version: "1.4", body: [{type: "TextBlock", text: $text, wrap: true}]}
  }]}' |
    curl -fsS -H 'content-type: application/json' --data @- "$TEAMS_WEBHOOK" > /dev/null
fi
