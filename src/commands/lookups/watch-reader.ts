import { ConfereError } from '../../errors.js';
import type { Host } from '../shared/command-host.js';
import type { LookupsRequest } from './lookup.js';
import { noteShown } from '../../lookups/kept-records.js';
import type { Lookup } from '../../lookups/answer.js';

/** How often (ms) a pipe is looked at, and how long `head` may take to leave after a line. */
const LOOK = 50;

/** Whoever reads what a command prints. */
export interface Reader {
  /** Aborts when nobody reads any more: what is not read is not paid for. */
  readonly gone: AbortSignal;
  /** Resolves when a reader who wants no more than the last line has left. */
  readonly mayLeave: () => Promise<void>;
  readonly forget: () => void;
}

export function watchReader(
  { context }: Pick<Host, 'context'>,
  { ids }: Pick<LookupsRequest, 'ids'>,
): Reader {
  const { stdout, clock } = context;
  const isSeries = ids.length > 1 || ids.includes('-');
  const reader = isSeries ? context.findReader?.() : undefined;
  const controller = new AbortController();
  const ended = new AbortController();
  const leave = () => {
    controller.abort(new ConfereError('interrupted', { during: 'lookups' }));
  };
  stdout.once('error', leave);
  const mayLeave = async () => {
    if (reader === undefined) return;
    await clock.sleep(LOOK, ended.signal).catch(() => undefined);
    if (reader.isGone()) leave();
  };
  const watch = async () => {
    while (reader !== undefined && !controller.signal.aborted && !ended.signal.aborted)
      await mayLeave();
  };
  void watch();
  const forget = () => {
    ended.abort();
  };
  return { gone: controller.signal, mayLeave, forget };
}

/** What was paid for and has been printed; until stdout has taken it, it counts as never shown. */
interface ToldRecords {
  /** Printed, or kept for a table. */
  readonly printed: (lookup: Lookup) => void;
  /** All that was printed is on its way to the reader. */
  readonly reached: () => void;
  /** Resolves when stdout has taken everything, and that is written down. */
  readonly noted: () => Promise<void>;
}

export function createTold(
  { context: { stdout } }: Pick<Host, 'context'>,
  deps: Parameters<typeof noteShown>[0],
): ToldRecords {
  const waiting: Lookup[] = [];
  const noting = new Set<Promise<void>>();
  return {
    printed(lookup) {
      if (lookup.unshown !== undefined) waiting.push(lookup);
    },
    reached() {
      const printed = waiting.splice(0);
      if (printed.length === 0) return;
      const note = taken(stdout).then(async (isTaken) => {
        if (isTaken) for (const lookup of printed) await noteShown(deps, lookup);
      });
      noting.add(note);
    },
    noted: async () => void (await Promise.all(noting)),
  };
}

/** Whether the reader took all that was written so far. */
function taken(stdout: Host['context']['stdout']): Promise<boolean> {
  return new Promise((resolve) => {
    stdout.write('', (error) => {
      resolve(error == null);
    });
  });
}
