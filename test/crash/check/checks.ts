import { existsSync, readdirSync } from 'node:fs';
import type { LedgerJob } from './ledger-view.js';
import { openFiles, readOutput, type OutputRow } from './output-check.js';
import type { World } from '../world.js';

/** Checks a batch that has ended: nothing was paid twice, and nothing paid for is lost. */
export function finalTrouble(world: World): string[] {
  const { jobs } = world.ledger();
  const abandoned = new Set(
    jobs.filter(({ state }) => state === 'abandoned').flatMap(({ ids }) => ids),
  );
  return [
    ...jobTrouble(world, jobs),
    ...resultTrouble(world, abandoned),
    ...openFiles(world.place.home),
    ...openFiles(world.outputPath),
    ...leftovers(world),
  ];
}

/** Every charged job is in the ledger, and the service has every job of the ledger. */
function jobTrouble({ server }: World, jobs: readonly LedgerJob[]): string[] {
  const known = new Set(jobs.map(({ jobId }) => jobId));
  const givenUp = jobs.filter(({ state, jobId }) => state === 'abandoned' && jobId === null);
  const lost = server.book.jobs.filter(
    (job) =>
      job.done.some(({ found }) => found) &&
      !known.has(job.id) &&
      !givenUp.some(({ ids }) => sameSet(ids, job.ids)),
  );
  const made = new Set(server.book.jobs.map(({ id }) => id));
  const invented = jobs.filter(({ jobId }) => jobId !== null && !made.has(jobId));
  const unended = jobs.filter(({ state }) => !['done', 'failed', 'abandoned'].includes(state));
  return [
    ...lost.map(({ id }) => `job ${id} took credits and is not in the ledger`),
    ...invented.map(({ jobId }) => `job ${String(jobId)} of the ledger was never made`),
    ...unended.map(({ seq, state }) => `job ${seq} is still ${state}`),
  ];
}

export function sameSet(some: readonly string[], others: readonly string[]): boolean {
  const set = new Set(some);
  return some.length === others.length && others.every((id) => set.has(id));
}

/** Every charged result is on exactly the rows of its identifier. */
function resultTrouble(world: World, abandoned: ReadonlySet<string>): string[] {
  if (!existsSync(world.outputPath)) return ['there is no output'];
  const rows = readOutput(world.outputPath);
  return rows.flatMap((row, at) => {
    const id = world.input.rows[at];
    const expected = expectedStatus(world, id, abandoned);
    if (expected.includes(row.status) && hasOwnRecord(row)) return [];
    return [
      `row ${at} is ${row.status} ${row.rest.slice(0, 80)} and should be ${expected.join(' or ')}`,
    ];
  });
}

function expectedStatus(
  { input, server }: World,
  id: string | undefined,
  abandoned: ReadonlySet<string>,
) {
  if (id === undefined) return ['invalid'];
  const answer = server.book.charges.has(id) ? 'found' : 'not_found';
  if (abandoned.has(id)) return [answer, 'failed'];
  return input.missing.has(id) ? ['not_found'] : ['found'];
}

/** A found row has the record of its identifier; any other row has none. */
function hasOwnRecord({ id, status, rest }: OutputRow): boolean {
  return (status === 'found') === rest.includes(`;${id};`);
}

/** Temporary files with personal data that were left behind. */
function leftovers({ place, scenario }: World): string[] {
  // An export does not remove the temporary file of an earlier export that was killed.
  const own = scenario.way === 'run' ? /^[a-z]+\.csv$/ : /^[a-z]+\.csv$|\.part$/;
  const names = readdirSync(place.folder).filter((name) => !own.test(name));
  return names.map((name) => `${name} was left behind`);
}
