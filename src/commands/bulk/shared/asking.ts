import { makePrintable } from '../../../base/foreign-text.js';
import type { Deps } from '../../../batch/dependencies.js';
import { type SpendingLimits, buildSpendingLimits } from '../../../batch/options.js';
import type { ErrorFacts } from '../../../base/error-facts.js';
import { UsageError } from '../../../base/errors.js';
import { ColumnUnclearError, type InputOptions } from '../../../input/index.js';
import type { SpendingLimit } from '../../../ledger/index.js';
import { t } from '../../../messages/index.js';
import { writeSendQuestion } from './event-lines.js';
import { formatPlainTable } from '../../../terminal/table.js';
import { isPiped } from '../../../base/piped.js';
import type { CommandContext } from '../../shared/command.js';
import type { Values } from '../../shared/option.js';
import { say } from '../../shared/print.js';
import {
  askLine,
  canAsk,
  requireConsent,
  createDeclinedError,
  needsConsent,
} from '../../shared/user.js';
import { type budgetOptions, readInputOptions, type inputOptions } from './options.js';

/** The options that limit what a run may spend. */
export interface SpendingChoice extends Values<typeof budgetOptions> {
  readonly fresh?: boolean;
  /** The limit that all files of one command share. */
  readonly commandLimit?: SpendingLimit;
  /** The credits that the user has already consented to. */
  readonly agreed?: number;
}

/**
 * Builds the limits of a run. In a terminal `confirm` asks the user before anything is sent; elsewhere the command line is
 * the consent.
 */
export function buildConfirmingLimits(
  command: CommandContext<SpendingChoice>,
  { clock, stop }: Pick<Deps, 'clock' | 'stop'>,
): SpendingLimits {
  const { agreed = -1, creditPrice } = command.options;
  const limits = buildSpendingLimits(command.options, clock.now());
  if (!needsConsent(command)) return limits;
  const confirm: SpendingLimits['confirm'] = async (numbers) => {
    if (numbers.worstCase > agreed)
      await requireConsent(command, writeSendQuestion(numbers, creditPrice), stop, 'sent');
    return true;
  };
  return { ...limits, confirm };
}

/**
 * Runs `work`, and runs it again with the user's answer if it does not know which sheet or column is meant.
 * @throws ColumnUnclearError, UsageError `ambiguous_sheet` without an answer
 */
export async function askForColumn<T>(
  command: CommandContext<Values<typeof inputOptions>>,
  file: string,
  work: (input: InputOptions) => Promise<T>,
  stop: AbortSignal,
): Promise<T> {
  let input = readInputOptions(command.options);
  for (;;) {
    try {
      return await work(input);
    } catch (error) {
      const question = readQuestion(error);
      const isAnswered = question !== undefined && input[question.of] !== undefined;
      if (question === undefined || isAnswered || isPiped(file) || !canAsk(command)) throw error;
      const value = await askQuestion(command, question, stop).catch((caught: unknown) => {
        throw stop.aborted ? createDeclinedError(stop, 'sent') : caught;
      });
      if (value === undefined) throw error;
      const quotedValue = /^[\w.+-]+$/.test(value) ? value : `"${value}"`;
      say(command, `${t.input.skipQuestion(`--${question.of} ${quotedValue}`)}\n`);
      input = { ...input, [question.of]: value };
    }
  }
}

/** A question about an option that was left out. */
interface Question {
  readonly of: 'column' | 'sheet';
  readonly text: string;
  readonly values: readonly string[];
}

function readQuestion(error: unknown): Question | undefined {
  if (error instanceof ColumnUnclearError) {
    const values = error.facts.candidates.map(({ option }) => option);
    return { of: 'column', text: formatCandidates(error), values };
  }
  if (!(error instanceof UsageError) || error.code !== 'ambiguous_sheet') return undefined;
  const { file, sheets } = error.facts as ErrorFacts['ambiguous_sheet'];
  // `--sheet 2` means the sheet with the name `2`, if there is one, and otherwise the second sheet. So a number that is
  // also a name is replaced by the name of that sheet, and `all` is left out if a sheet has that name.
  const names = sheets.map(({ name: quotedName }) => quotedName.slice(1, -1));
  const sheetNames = new Set(names.map((name) => name.trim().toLowerCase()));
  const values = [...sheets.map(({ number }) => String(number)), 'all'].flatMap((value, at) =>
    sheetNames.has(value) ? (names[at] ?? []) : value,
  );
  const lines = sheets.map(({ number, name }) => `  ${number}  ${makePrintable(name)}\n`);
  return {
    of: 'sheet',
    text: `${makePrintable(t.input.severalSheets(file))}\n${lines.join('')}`,
    values,
  };
}

/** Lists the candidates, one per line. */
function formatCandidates({ code, facts }: ColumnUnclearError): string {
  const { noLikelyColumn, severalColumns, validPercent } = t.phrases;
  const heading = (code === 'weak_column' ? noLikelyColumn : severalColumns)(facts);
  const rows = facts.candidates.map((each) => [
    ...[
      each.option,
      makePrintable(each.name),
      validPercent(each),
      makePrintable(each.samples.join('  ')),
    ],
  ]);
  return `${makePrintable(heading)}\n${formatPlainTable(rows, 2, 0)}`;
}

/** Asks until the answer is one of `values`; undefined for an empty answer. */
async function askQuestion(
  { context }: CommandContext,
  { of, text, values }: Question,
  stop: AbortSignal,
) {
  context.stderr.write(text);
  const writePrompt = of === 'sheet' ? t.input.whichSheet : t.input.whichColumn;
  for (;;) {
    const answer = await askLine({ context }, writePrompt(values.join('/')), stop);
    if (answer === '' || values.includes(answer)) return answer === '' ? undefined : answer;
    context.stderr.write(`${t.input.whichColumnAgain(values.join(', '))}\n`);
  }
}
