import { noteShown } from '../../lookups/kept-records.js';
import type { Lookup } from '../../lookups/answer.js';
import type { Host } from '../shared/command-host.js';

/** What was paid for and has been printed; until stdout has taken it, it counts as never shown. */
export interface ToldRecords {
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
