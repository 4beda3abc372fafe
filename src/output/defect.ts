import { maskIdentifiers } from '../identifiers/index.js';
import { t } from '../messages/index.js';

/** What somebody needs who mends it. `program`: its version and where it runs. */
export function defectSentence(error: unknown, program?: string): string {
  return program === undefined
    ? t.usage.defect(nameOf(error))
    : t.usage.defectOf(program, nameOf(error));
}

/** Where it happened, and that of its causes: functions, files and lines. */
export function traceText(error: unknown): string {
  const lines: string[] = [];
  for (let at = error; at instanceof Error && lines.length < MOST; at = at.cause) {
    if (at !== error) lines.push(nameOf(at));
    lines.push(...placesIn(at.stack ?? ''));
  }
  return lines.map((line) => `  ${line}\n`).join('');
}

const MOST = 40;
/** A line of a stack: the function, if it has a name, and the file without its folders. */
const PLACE = /^ +at (?:(.+?) \()?(?:.*[\\/])?([^\\/()]+?:\d+)(?::\d+)?\)?$/gm;

function placesIn(stack: string): string[] {
  return [...stack.matchAll(PLACE)].map(([, name, place = '']) =>
    name === undefined ? place : `${name} (${place})`,
  );
}

/** The message without what it quotes: that may be a value of a file or an answer. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const told = error.message.replace(/"[^]*"|'[^]*'|`[^]*`/g, '…');
  return maskIdentifiers(`${error.name}: ${told}`);
}
