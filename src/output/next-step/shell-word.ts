/** Characters that no shell gives a meaning. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/** Writes one word of a command line so that the user's shell reads it unchanged. */
export function shellWord(word: string, platform: string): string {
  return PLAIN.test(word) ? word : (quotes[platform] ?? posixWord)(word);
}

/** Platforms, by Node's name, whose shells do not read the POSIX form. */
const quotes: Readonly<Partial<Record<string, (word: string) => string>>> = {};

/** Double quotes, because a sentence puts the whole command in single ones. */
function posixWord(word: string): string {
  // Interactive shells expand `!` even within double quotes.
  if (word.includes('!')) return `'${word.replaceAll("'", "'\\''")}'`;
  return `"${word.replaceAll(/[\\"$`]/g, '\\$&')}"`;
}
