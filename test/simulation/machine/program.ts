import { ConfereError } from '../../../src/errors.js';
import { exitCodeOf } from '../../../src/exit-codes.js';
import type { Ledger, Summary } from '../../../src/index.js';
import { openLedger } from '../../../src/library/border.js';
import type { Screen } from './command.js';
import type { SimProcess } from './process.js';

/** What a program of a user does with the library. */
export type Call = (ledger: Ledger) => Promise<Summary>;

const CODES = { complete: 0, incomplete: 3, running: 8, unconfirmed: 10 } as const;

/** Runs a program that uses the library and prints what came of it, until it ends or dies. */
export async function runProgram(
  process: SimProcess,
  call: Call,
  { home, key, argv }: { home: string; key: string; argv: readonly string[] },
): Promise<Screen> {
  const options = { folder: `${home}/state`, baseUrl: 'http://127.0.0.1:9', apiKey: key };
  const work = async (): Promise<Screen> => {
    const ledger = await openLedger(options);
    try {
      return summaryScreen(argv, await call(ledger));
    } catch (error) {
      if (!(error instanceof ConfereError)) throw error;
      const stderr = `confere: ${error.message}\n`;
      return { argv, code: exitCodeOf(error.kind), stdout: '', stderr };
    } finally {
      await ledger.close();
    }
  };
  const dead: Screen = { argv, code: null, stdout: '', stderr: '' };
  const screen = await Promise.race([work(), process.whenDead.then(() => dead)]);
  process.end();
  return screen;
}

function summaryScreen(argv: readonly string[], { file, batch, state }: Summary): Screen {
  const stderr = `${file}, batch ${batch ?? ''}: ${state}\n`;
  const error = state === 'complete' ? '' : `confere: batch ${batch ?? ''} is ${state}\n`;
  return { argv, code: CODES[state], stdout: '', stderr: stderr + error };
}
