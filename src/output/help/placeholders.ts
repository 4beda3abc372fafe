import { say } from '../../text/index.js';

/** The words for what a reader puts in; `n`, `ms`, `id`, `url` and names of ours are the same in every language. */
const WORDS = (): Readonly<Record<string, string>> => ({
  age: say.about('placeholder')`age`,
  batch: say.about('placeholder')`batch`,
  char: say.about('placeholder')`char`,
  command: say.about('placeholder')`command`,
  date: say.about('placeholder')`date`,
  dir: say.about('placeholder')`dir`,
  duration: say.about('placeholder')`duration`,
  field: say.about('placeholder')`field`,
  file: say.about('placeholder')`file`,
  format: say.about('placeholder')`format`,
  index: say.about('placeholder')`index`,
  key: say.about('placeholder')`key`,
  kind: say.about('placeholder')`kind`,
  label: say.about('placeholder')`label`,
  language: say.about('placeholder')`language`,
  name: say.about('placeholder')`name`,
  newer: say.about('placeholder')`newer`,
  older: say.about('placeholder')`older`,
  options: say.about('placeholder')`options`,
  path: say.about('placeholder')`path`,
  place: say.about('placeholder')`place`,
  rule: say.about('placeholder')`rule`,
  setting: say.about('placeholder')`setting`,
  status: say.about('placeholder')`status`,
  text: say.about('placeholder')`text`,
  value: say.about('placeholder')`value`,
  what: say.about('placeholder')`what`,
});

/** `--column <name|index|a+b>` and `[batch]` with placeholders in the reader's language. */
export function placeholders(term: string): string {
  const words = WORDS();
  return term.replaceAll(/<[^<>]*>|\[[^[\]]*\]/g, (place) =>
    place.replaceAll(/[a-z]+/gi, (word) => words[word] ?? word),
  );
}
