import type { World } from '../world.js';
import type { Copy } from './memory.js';

/**
 * A copy of the ledger that is made while nobody works, and some time later takes the ledger's place. The folders of the batches
 * stay as they are.
 */
export class Backup {
  #copy: { readonly tables: Copy; readonly tick: number; readonly charges: number } | undefined;
  #isOver = false;

  constructor(readonly world: World) {}

  mayHappen(): void {
    const { databases, isQuiet, kinds, log, processes, random, service } = this.world;
    if (!kinds.has('backup') || isQuiet || this.#isOver || processes.size > 0) return;
    if (this.#copy === undefined) {
      const tables = random.chance(0.4) ? databases.copy() : undefined;
      if (tables === undefined) return;
      this.#copy = { tables, tick: log.tick(), charges: service.charges.length };
      this.world.tell(undefined, () => 'a backup of the ledger is made');
    } else if (random.chance(0.4)) this.#comeBack(this.#copy.tables, this.#copy.tick);
  }

  /** Nobody can know of single lookups, and of what was in doubt, since the copy was made. */
  #comeBack(tables: Copy, tick: number): void {
    const { databases, log, words } = this.world;
    this.#isOver = true;
    databases.restore(tables);
    log.isForgetful = true;
    log.beginAnew();
    const forgotten = log.requests.filter(
      ({ begun, isJob, lostAt }) => (begun > tick && !isJob) || lostAt < Infinity,
    );
    for (const { kind, ids } of forgotten)
      words.say(kind === 'realtime' ? ids.map((id) => `realtime ${id}`) : ids);
    this.world.tell(undefined, () => 'THE BACKUP OF THE LEDGER CAME BACK');
  }

  /** The user accepts that the ledger does not know what was paid for since. */
  acceptLoss(): void {
    const { service, words } = this.world;
    const since = service.charges.slice(this.#copy?.charges ?? 0);
    words.say(since.filter(({ request }) => request?.isJob === true).map(({ id }) => id));
  }
}
