/** Words that join English sentences, and are no values of options or columns. */
const ENGLISH =
  /\b(the|is|are|was|were|and|with|this|that|which|not|again|of|from|there|has|have|its|their|than|must|cannot|nothing|wait|please|needs?|until|before|after|here|every|other|another|while|been|will|would|could|may|more|most|only|too|many)\b/i;
/** What is the same in every language: commands, options, placeholders, names and values in quotes, addresses, files. */
const SAME =
  /'[^'\n]*'|"[^"\n]*"|\([\w ]+_[\w ]+\)|\$?\(?confere [^\n]*|--?[a-z][\w-]*(?: <[^>]*>)?|<[^>]*>|\[[^\]]*\]|\S*[/\\@.=_:]\w\S*|\b[A-Z_]{3,}\b/g;

export function englishIn(text: string): string[] {
  return text.split('\n').filter((line) => ENGLISH.test(line.replaceAll(SAME, '')));
}
