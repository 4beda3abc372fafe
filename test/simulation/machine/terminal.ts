import { PassThrough } from 'node:stream';
import type { Kind } from '../kinds.js';
import type { Random } from '../random.js';
import type { SimProcess } from './process.js';

const MINUTE = 60_000;

/** Somebody before a terminal, who answers questions at once, late or wrongly. */
export class Terminal {
  readonly stdin = Object.assign(new PassThrough(), { isTTY: true });
  #heard = '';

  constructor(
    readonly process: SimProcess,
    readonly random: Random,
    readonly kinds: ReadonlySet<Kind>,
    readonly tell: (line: () => string) => void,
  ) {}

  /** What is written to stderr. */
  hear(text: string): void {
    this.#heard += text;
    if (!/\] $/.test(this.#heard)) return;
    this.#heard = '';
    const answer = this.#answer();
    const ms = this.#delay();
    this.tell(() => `is asked, and answers ${JSON.stringify(answer)} after ${ms} ms`);
    const type = () => this.stdin.write(`${answer}\n`);
    this.process.scheduler.after(ms, 'an answer is typed', type, this.process);
  }

  #answer(): string {
    if (!this.kinds.has('answers_wrongly')) return 'y';
    return this.random.pick(['y', 'yes', 'n', '', 'talvez', 'Y ', 'yy']);
  }

  #delay(): number {
    const { random } = this;
    const sits = this.kinds.has('sits_before_question') && random.chance(0.7);
    return sits
      ? random.pick([3, 20, 90, 600]) * MINUTE + random.int(0, MINUTE)
      : random.int(1, 9) * 1_000;
  }
}
