import type { Ended, World } from './world.js';

const WORD = /--resubmit|--fresh/;
/** What tells the user that a paid result may be lost. */
const TOLD = /may have been charged|what was charged (for it )?stays charged/;

/** What the service's book and the screen say against the promises of the contract; nothing is well. */
export async function broken(world: World): Promise<string[]> {
  const { service, trail } = world;
  // Jobs that nobody waits for any more end, too.
  world.later(86_400_000);
  service.book.advance();
  const times = [...service.book.timesCharged()];
  const saidTheWord = trail.some(({ line }) => WORD.test(line));
  const twice = saidTheWord ? 0 : times.filter(([, count]) => count > 1).length;
  const lost = await lostResults(
    world,
    times.map(([id]) => id),
  );
  const wasTold = trail.some(({ stderr }) => TOLD.test(stderr));
  return [
    ...(twice > 0 ? [`${twice} identifiers are charged twice`] : []),
    ...(lost > 0 && !wasTold
      ? [`${lost} paid results are neither in the ledger nor told as lost`]
      : []),
    ...trail
      .filter(isSilent)
      .map(({ line, code }) => `${line}: exit ${String(code)} without a sentence`),
    ...loops(trail),
  ];
}

async function lostResults(world: World, charged: readonly string[]): Promise<number> {
  let lost = 0;
  for (const kind of ['cpf', 'cnpj'] as const) {
    const ids = charged.filter((id) => id.length === (kind === 'cpf' ? 11 : 14));
    if (ids.length === 0) continue;
    const home = await world.atHome(kind, ids);
    lost += ids.filter((id) => !home.has(id)).length;
  }
  return lost;
}

/** Every exit code but 0 comes with a sentence (contract, "Streams"); that of a lookup begins with its identifier. */
function isSilent({ code, stderr }: Ended): boolean {
  return code !== 0 && code !== null && !/^(confere|[\d.*/A-Z-]+): \S/m.test(stderr);
}

/** The same command with the same sentence three times in a row leads nowhere. */
function loops(trail: readonly Ended[]): string[] {
  const ends = trail.map(
    ({ line, stderr }) => `${line} → ${stderr.trim().split('\n').at(-1) ?? ''}`,
  );
  return ends.filter(
    (end, i) => trail[i]?.code !== 0 && end === ends[i - 1] && end === ends[i - 2],
  );
}
