import { ConfereError } from '../../../src/errors.js';
import { exitCodeOf, gravest, type ExitCode } from '../../../src/exit-codes.js';
import type { Ledger, Summary } from '../../../src/index.js';
import { openLedger } from '../../../src/library/border.js';
import { limitsOf } from '../check/takings.js';
import type { Budget } from '../check/takings.js';
import type { Screen } from './command.js';
import type { SimProcess } from './process.js';

/** What a program prints, and its exit code. */
interface Told {
  readonly code: ExitCode;
  readonly stderr: string;
}

interface Start {
  readonly home: string;
  readonly key: string;
  readonly argv: readonly string[];
  readonly budgets: readonly Budget[];
}

const CODES = { complete: 0, incomplete: 3, running: 8, unconfirmed: 10 } as const;

/**
 * Runs a program that uses the library and prints what came of it, until it ends or dies. `argv`: `library run
 * <path>`, `library lookup <kind> <id...>` or `library resolve <batch>`, with options as of the command.
 */
export async function runProgram(
  process: SimProcess,
  { home, key, argv, budgets }: Start,
  delivered: Set<string>,
): Promise<Screen> {
  const account = { folder: `${home}/state`, baseUrl: 'http://127.0.0.1:9', apiKey: key };
  const options = { ...account, ...periodLimits(process.scheduler.now, budgets) };
  const work = async (): Promise<Told> => {
    try {
      const ledger = await openLedger(options);
      try {
        return await call(ledger, argv, delivered);
      } finally {
        await ledger.close();
      }
    } catch (error) {
      return troubleTold(error);
    }
  };
  const told = await Promise.race([work(), process.whenDead]);
  process.end();
  return told === 'dead'
    ? { argv, code: null, stdout: '', stderr: '' }
    : { argv, stdout: '', ...told };
}

async function call(
  ledger: Ledger,
  argv: readonly string[],
  delivered: Set<string>,
): Promise<Told> {
  const [, method, first = '', ...rest] = argv;
  if (method === 'resolve') return summaryTold(await ledger.resolve(first, 'abandon'));
  const has = (option: string) => argv.includes(option);
  if (method === 'run') {
    const flags = { fitBalance: has('--fit-balance'), again: has('--again') };
    const { maxCredits, allowsOverage } = limitsOf(argv);
    const limit = maxCredits === Infinity ? {} : { maxCredits };
    const options = { column: 'id', ...flags, ...limit, allowOverage: allowsOverage };
    return summaryTold(await ledger.run(first, options));
  }
  const kind = first === 'cnpj' ? 'cnpj' : 'cpf';
  const ids = rest.filter((word) => !word.startsWith('--'));
  // All at once, as programs do.
  const lookUp = async (id: string): Promise<Told> => {
    try {
      const { status } = await ledger.lookup(kind, id, { fresh: has('--fresh') });
      if (status === 'found') delivered.add(id);
      return { code: 0, stderr: '' };
    } catch (error) {
      return troubleTold(error);
    }
  };
  const all = await Promise.all(ids.map(lookUp));
  return { code: gravest(all.map(({ code }) => code)), stderr: all.map(toText).join('') };
}

/** A program sets the budgets of the profile itself. */
function periodLimits(now: number, budgets: readonly Budget[]) {
  const limitOf = (wanted: Budget['of']) =>
    budgets.find(({ of, until }) => of === wanted && until > now)?.limit;
  const [day, month] = [limitOf('day'), limitOf('month')];
  return { maxCreditsPerDay: day, maxCreditsPerMonth: month };
}

function troubleTold(error: unknown): Told {
  if (!(error instanceof ConfereError)) throw error;
  return { code: exitCodeOf(error.kind), stderr: `confere: ${error.message}\n` };
}

function toText({ stderr }: Told): string {
  return stderr;
}

function summaryTold({ file, batch, state }: Summary): Told {
  const told = `${file}, batch ${batch ?? ''}: ${state}\n`;
  const error = state === 'complete' ? '' : `confere: batch ${batch ?? ''} is ${state}\n`;
  return { code: CODES[state], stderr: told + error };
}
