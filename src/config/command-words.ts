/** A command that is started without a shell cannot have control characters. */
// eslint-disable-next-line no-control-regex -- a name or argument of a program cannot have these
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;

/**
 * Splits a command into its program and arguments at blanks. A word with blanks stands in single or double quotes,
 * inside which every character is itself; there are no escapes and no variables. Returns undefined for a quote that is
 * not closed, for control characters, and for no words at all.
 */
export function splitWords(command: string): readonly string[] | undefined {
  const words = command.trim().match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  const areQuotesClosed = command.replaceAll(/"[^"]*"|'[^']*'/g, '').search(/["']/) < 0;
  if (words.length === 0 || !areQuotesClosed || CONTROL_CHARACTER.test(command)) return undefined;
  return words.map((word) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => {
      return double ?? single ?? '';
    }),
  );
}

/** The signs that only a shell understands: a pipe and its like, a variable, `~`, and the output of another command. */
const OF_SHELL = /^(?:\||\|\||&&?|;|\d*[<>]+.*|~(?:[\\/].*)?|\$.+|.*\$\(.*|.*`.*)$/;

/** Returns whether a command has words outside quotes that only a shell would understand, such as `|` or `$HOME`. */
export function needsShell(command: string): boolean {
  const bare = command.replaceAll(/"[^"]*"|'[^']*'/g, '_');
  return bare
    .trim()
    .split(/\s+/)
    .some((word) => OF_SHELL.test(word));
}

/**
 * Returns whether a program is named by a name alone or an absolute path: a relative path depends on the current
 * folder.
 */
export function isSafeProgram(program: string): boolean {
  return program !== '' && (!/[\\/]/.test(program) || /^(?:\/|\\\\|[A-Za-z]:[\\/])/.test(program));
}
