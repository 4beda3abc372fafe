import { t } from '../../messages/index.js';

/** The words for what a reader puts in; `n`, `ms`, `id`, `url` and names of ours are the same in every language. */
const WORDS = (): Readonly<Record<string, string>> => ({
  age: t.placeholders.age,
  batch: t.placeholders.batch,
  char: t.placeholders.char,
  command: t.placeholders.command,
  date: t.placeholders.date,
  dir: t.placeholders.dir,
  duration: t.placeholders.duration,
  field: t.placeholders.field,
  file: t.placeholders.file,
  format: t.placeholders.format,
  index: t.placeholders.index,
  key: t.placeholders.key,
  kind: t.placeholders.kind,
  label: t.placeholders.label,
  language: t.placeholders.language,
  name: t.placeholders.name,
  newer: t.placeholders.newer,
  older: t.placeholders.older,
  options: t.placeholders.options,
  path: t.placeholders.path,
  place: t.placeholders.place,
  rule: t.placeholders.rule,
  setting: t.placeholders.setting,
  status: t.placeholders.status,
  text: t.placeholders.text,
  value: t.placeholders.value,
  what: t.placeholders.what,
});

/** `--column <name|index|a+b>` and `[batch]` with placeholders in the reader's language. */
export function placeholders(term: string): string {
  const words = WORDS();
  return term.replaceAll(/<[^<>]*>|\[[^[\]]*\]/g, (place) =>
    place.replaceAll(/[a-z]+/gi, (word) => words[word] ?? word),
  );
}
