import type { Context } from '../base/context.js';
import { exitCodes } from '../base/exit-codes.js';
import { makePrintable } from '../base/foreign-text.js';
import { formatId, readTyped, type TypedReading } from '../identifiers/index.js';
import { formatNumber, t } from '../messages/index.js';
import {
  createAnswerFormatter,
  type OutputFormat,
  type FormatAnswer,
} from './shared/answer-printer.js';
import { adviseOn, buildCheckAnswer } from '../messages/identifier-advice.js';
import { createNextSteps, type Run } from '../messages/command-line.js';
import { type Style, chooseStyle } from '../terminal/style.js';
import type { CommandContext, MainCallbacks } from './shared/command.js';
import { readTypedInputs, refuseStdinTwice } from './shared/typed.js';

type CheckContext = Pick<
  CommandContext,
  'context' | 'finish' | 'next' | 'style' | 'quiet' | 'format'
>;

/** `confere check`: checks CPFs and CNPJs on this machine; no key, no network. */
export const check = {
  options: () => ({}),
  examples: ['confere check 12.ABC.345/01DE-35'],
  exits: [3],
  run: checkAll,
};

/** Runs `confere check` without commander, which takes longer to load than the check. */
export async function runCheckWithoutProgram(
  context: Context,
  { finish, begin }: MainCallbacks,
  ids: readonly string[],
): Promise<void> {
  const run: Run = { platform: context.platform, command: 'check', args: ids, options: [] };
  begin?.(run);
  const style = chooseStyle(context.stdout, context, { color: 'auto' });
  const outputStyle = { format: 'table', style, quiet: false } as const;
  await checkAll({ context, finish, next: createNextSteps(() => run), ...outputStyle }, ids);
}

/** @throws UsageError `stdin_twice` */
async function checkAll(command: CheckContext, ids: readonly string[]): Promise<void> {
  refuseStdinTwice(ids);
  const { context, format } = command;
  const { stdout, stderr } = context;
  const formatReading = await createCheckFormatter(format, command.style);
  let invalidCount = 0;
  const consumer = { isGone: false };
  stdout.once('error', () => (consumer.isGone = true));
  for await (const { text: input, line } of readTypedInputs(command, ids)) {
    if (consumer.isGone) break;
    const checked = readTyped(input);
    if (!checked.valid) invalidCount += 1;
    stdout.write(formatReading({ input, checked, line }));
  }
  if (invalidCount === 0) return;
  command.finish(exitCodes.partly);
  if (consumer.isGone) return;
  // Every exit code but 0 comes with a sentence (contract, "Streams"). The sentences are loaded only now, because loading
  // them would slow every start.
  const { errorLine } = await import('../messages/people.js');
  const { ConfereError } = await import('../base/errors.js');
  const isInPipe = !command.style.isTerminal;
  const facts = { count: invalidCount, of: 'identifiers', isInPipe } as const;
  const error = new ConfereError('some_invalid', facts);
  stderr.write(errorLine(error, exitCodes.partly, format === 'json', command.next));
}

interface CheckedIdentifier {
  readonly input: string;
  readonly checked: TypedReading;
  readonly line?: number;
}

type WrapText = (text: string, width: number) => readonly string[];

/** Creates the function that formats each reading. Suggestions are not masked, because only the user reads stdout. */
async function createCheckFormatter(
  format: OutputFormat,
  style: Style,
): Promise<FormatAnswer<CheckedIdentifier>> {
  // The library that breaks lines takes longer to load than the check, and lines in a pipe are not broken.
  const wrap = style.isTerminal
    ? (await import('../terminal/text.js')).wrapCuttingWords
    : undefined;
  // The header leaves this array with the first reading.
  const unprintedHeader = [['input', 'kind', 'id', 'status', 'reason']];
  return createAnswerFormatter<CheckedIdentifier>(format, style, {
    json: ({ input, checked }) => buildCheckAnswer(input, checked),
    csv: ({ input, checked }) => [
      ...unprintedHeader.splice(0),
      checked.valid
        ? [input, checked.kind, checked.id, 'valid', '']
        : [input, '', '', 'invalid', checked.reason],
    ],
    text: (reading) => formatLine(reading, style, wrap),
  });
}

function formatLine(
  { input, checked, line }: CheckedIdentifier,
  style: Style,
  wrap?: WrapText,
): string {
  // The messages pad both words, so that the text behind them begins in one column.
  const [validWord, invalidWord] = [t.lookups.valid, t.lookups.invalid];
  if (checked.valid) {
    const { kind, id } = checked;
    return `${paintWord(validWord, style.paint.green)}${kind.toUpperCase().padEnd(4)}  ${formatId(kind, id)}\n`;
  }
  const linePrefix = line === undefined ? '' : t.progress.atLine(formatNumber(line));
  const text = `${linePrefix}${makePrintable(input) || t.lookups.empty}: ${adviseOn(checked).full}`;
  const lines = wrap?.(text, Math.max(style.columns - invalidWord.length, 1)) ?? [text];
  return `${paintWord(invalidWord, style.paint.red)}${lines.join(`\n${' '.repeat(invalidWord.length)}`)}\n`;
}

function paintWord(word: string, paint: (text: string) => string): string {
  return paint(word.trimEnd()) + ' '.repeat(word.length - word.trimEnd().length);
}
