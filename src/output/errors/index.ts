import { maskIdentifiers } from '../../identifiers/index.js';
import type { ConfereError, ErrorCode, ErrorFacts } from '../../errors.js';
import { argument } from '../../messages/words.js';
import { t } from '../../messages/index.js';
import type { CommandMessages, NextSteps, OptionName, Reader } from '../../messages/reader.js';
import { nextSteps, noRun } from '../next-step.js';
import { batchErrors, spendingErrors } from './batch.js';
import { rateLimited, stopped } from './service.js';
import { usageErrors } from './usage.js';

/** The sentences that depend on the command line; all others are messages. */
const own = {
  ...batchErrors,
  ...spendingErrors,
  ...usageErrors,
  rate_limited: rateLimited,
} satisfies Partial<CommandMessages>;

type Wordless = Exclude<
  ErrorCode,
  keyof typeof own | keyof typeof t.errors | keyof typeof t.commandErrors
>;
/** The compiler names a code that has no sentence. */
const wordless: [Wordless] extends [never] ? undefined : Wordless = undefined;

type Told = Pick<ErrorFacts['not_asked']['because'], 'code' | 'facts'>;
/** Without the facts of each code, of which a type checker would compare every one with every other. */
type Table<T> = Readonly<Record<string, ((facts: never, to: T) => string) | typeof wordless>>;

/** The sentence of an error for the command line; identifiers in texts are masked. */
export function errorSentence(error: ConfereError, next = nextSteps(() => noRun)): string {
  return maskIdentifiers(worded(error, next) + riskOf(error, next));
}

/** These say what each choice may cost. */
const SAY_SO: ReadonlySet<string> = new Set(['batch_left', 'needs_yes', 'one_decision']);

/** A command that sends again what may be paid for is never printed without saying so. */
function riskOf({ code, facts }: Told, next: NextSteps): string {
  const isSaid = next.of !== 'bulk resolve' || SAY_SO.has(code);
  if (isSaid || !worded({ code, facts }, next).includes('--resubmit')) return '';
  return ` ${t.doubt.paidTwice}`;
}

function worded({ code, facts }: Told, next: NextSteps): string {
  const { errors, commandErrors } = t;
  const ofCommand: Table<NextSteps> = { ...commandErrors, ...own };
  const ofAll: Table<Reader> = errors;
  return (
    ofCommand[code]?.(facts as never, next) ?? ofAll[code]?.(facts as never, readerAt(next)) ?? code
  );
}

/** Options whose name is not that of the library in kebab case. */
const OPTIONS: { readonly [O in OptionName]?: string } = {
  kind: '--type',
  noHeader: '--no-header',
};

function readerAt(next: NextSteps): Reader {
  const option = (name: OptionName): string => OPTIONS[name] ?? `--${name}`;
  return {
    option,
    given: (name, value) => `${option(name)} ${argument(value)}`,
    inDoubt: () => t.service.mayBeChargedLookup,
    tooSlow: () => t.service.tryWithMoreTime,
    stopped: (stop) => stopped(stop, next),
    sentence: (error) => worded(error, next),
    next,
  };
}
