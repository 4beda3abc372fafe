import { execaSync } from 'execa';

/** The command lines that a sentence or a screen prints: in quotation marks, or after `next:`. */
export function printedCommands(text: string): string[] {
  const quoted = [...text.matchAll(/'(confere (?:[^'\n]|'\\'')+)'(?![\w])/g)];
  const next = [...text.matchAll(/^(?:next|próximo passo): (confere .+)$/gm)];
  return [...quoted, ...next].map(([, line = '']) => line);
}

/** The words behind `confere`, as a shell reads them. A place for a value of one's own gets one. */
export function wordsOf(line: string): string[] {
  const typed = line.replace(/ < \S+$/, '').replaceAll(/<[\w-]+>/g, 'x1');
  // A shell only splits such a line; to start one takes longer than all else in a test.
  if (/^[\w ./:=@%+,-]*$/.test(typed)) return typed.trim().split(/ +/).slice(1);
  const { stdout } = execaSync('sh', ['-c', `printf '%s\\0' ${typed}`]);
  return stdout.split('\0').slice(1, -1);
}
