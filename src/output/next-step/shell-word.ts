/** Characters that no shell gives a meaning. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/** Writes one word of a command line so that the user's shell reads it unchanged. */
export function shellWord(word: string, platform: string): string {
  return PLAIN.test(word) ? word : quoteFor(platform)(word);
}

/** Every shell that runs on these platforms reads the POSIX form. */
function quoteFor(_platform: string): (word: string) => string {
  return posixWord;
}

/** Double quotes, because a sentence puts the whole command in single ones. */
function posixWord(word: string): string {
  // Interactive shells expand `!` even within double quotes.
  if (word.includes('!')) return `'${word.replaceAll("'", "'\\''")}'`;
  return `"${word.replaceAll(/[\\"$`]/g, '\\$&')}"`;
}
