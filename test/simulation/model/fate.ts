import type { Kind } from '../kinds.js';
import type { Random } from '../random.js';
import type { Fate } from './job.js';

const MINUTE = 60_000;

/** What becomes of a job of `items` identifiers in a world with these kinds of trouble. */
export function chooseFate(random: Random, kinds: ReadonlySet<Kind>, items: number): Fate {
  const often = (kind: Kind, share = 0.5) => kinds.has(kind) && random.chance(share);
  const end = often('job_without_database', 0.35)
    ? 'without_database'
    : often('job_unsaved', 0.35)
      ? 'unsaved'
      : often('job_orphaned', 0.35)
        ? 'orphaned'
        : 'done';
  const hiddenForEver = often('job_hidden_for_ever', 0.4);
  const namesFewerForEver = often('job_names_fewer_for_ever', 0.4);
  return {
    // A job without progress for about ten minutes would be an orphan.
    late: often('job_late')
      ? random.int(1, 9) * MINUTE + random.int(0, 50_000)
      : random.int(0, 3_000),
    // Where jobs wait for each other, some take long.
    pace: random.pick(kinds.has('jobs_queue') ? [200, 60_000, 150_000] : [0, 200, 4_000, 30_000]),
    end,
    stopsAfter: end === 'without_database' ? 0 : random.int(0, items - 1),
    goesOnAfter: often('job_failed_goes_on', 0.7) ? random.int(1_000, 4_900) : 0,
    hiddenFor: hiddenForEver
      ? Infinity
      : often('job_hidden_for_a_while')
        ? random.pick([5_000, 2 * MINUTE, 60 * MINUTE])
        : 0,
    namesFewerFor: namesFewerForEver
      ? Infinity
      : often('job_names_fewer')
        ? random.pick([100, 20_000, 30 * MINUTE])
        : 0,
  };
}
