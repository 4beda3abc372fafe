import { execaSync } from 'execa';

/** The command lines that a sentence or a screen prints: in quotation marks, or after `next:`. */
export function printedCommands(text: string): string[] {
  const quoted = [...text.matchAll(/'(confere (?:[^'\n]|'\\'')+)'(?![\w])/g)];
  const next = [...text.matchAll(/^(?:next|próximo passo): (confere .+)$/gm)];
  return [...quoted, ...next].map(([, line = '']) => line);
}

/** The words behind `confere`, as a shell reads them. A place for a value of one's own gets one. */
export function wordsOf(line: string): string[] {
  return wordsOfEach([line]).get(line) ?? [];
}

/** The words of each of `lines`. One shell reads all: to start it takes longer than all else in a test. */
export function wordsOfEach(lines: readonly string[]): Map<string, string[]> {
  const typed = lines.map((line) => line.replace(/ < \S+$/, '').replaceAll(/<[\w-]+>/g, 'x1'));
  const [isPlain, plain] = [/^[\w ./:=@%+,-]*$/, (line: string) => line.trim().split(/ +/)];
  const quoted = typed.filter((line) => !isPlain.test(line));
  const read = readByShell(quoted);
  const all = typed.map((line) => read[quoted.indexOf(line)] ?? plain(line));
  return new Map(lines.map((line, at) => [line, (all[at] ?? []).slice(1)]));
}

const END = '\u0001';

function readByShell(lines: readonly string[]): string[][] {
  if (lines.length === 0) return [];
  const script = lines.map((line) => `printf '%s\\0' ${line}; printf '\\001'`).join('\n');
  const { stdout } = execaSync('sh', ['-c', script]);
  return stdout.split(END).map((words) => words.split('\0').slice(0, -1));
}
