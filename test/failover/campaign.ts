import { faults, type Fault } from './faults.js';
import { countPoints, survive, works, type Point, type Work } from './survive.js';
import { ownDatabase } from './world.js';

export interface Campaign {
  /** Every how many-th statement has its faults; 1 for all of them. */
  readonly every: number;
  /** Which of them, from 1. */
  readonly from: number;
  /** When (epoch ms) no further point is begun. */
  readonly end: number;
  readonly only: readonly Fault[];
  readonly say: (line: string) => void;
}

/** Lets every fault come before every statement of the work. Returns how many broke a promise. */
export async function campaign({ every, from, end, only, say }: Campaign): Promise<number> {
  const { postgres, close } = await ownDatabase();
  const chosen = only.length === 0 ? faults : only;
  let [done, failures] = [0, 0];
  try {
    const counts: { work: Work; most: number }[] = [];
    for (const work of works) counts.push({ work, most: await countPoints(postgres, work) });
    const points = pointsOf(counts, chosen, { every, from });
    say(
      `${counts.map(({ work, most }) => `${work}: ${most} statements`).join(', ')}; ${points.length} points`,
    );
    for (const point of points) {
      if (Date.now() > end) break;
      const { trouble, trail } = await survive(postgres, point);
      done += 1;
      if (trouble === undefined) continue;
      failures += 1;
      say(`${nameOf(point)}: ${trouble}\n  ${trail.join('\n  ')}`);
    }
    say(`${done} of ${points.length} points: ${failures} broke a promise`);
  } finally {
    close();
  }
  return failures;
}

/** One point by its name, as `campaign` says it. */
export async function repeat(name: string, say: Campaign['say']): Promise<number> {
  const [work, fault, number] = name.split(' ');
  const { postgres, close } = await ownDatabase();
  try {
    const point = { work, fault, number: Number(number) } as Point;
    const { trouble, trail, wasStruck } = await survive(postgres, point);
    say(`${trail.join('\n')}\n${wasStruck ? '' : 'not struck; '}${trouble ?? 'survived'}`);
    return trouble === undefined ? 0 : 1;
  } finally {
    close();
  }
}

function pointsOf(
  counts: readonly { work: Work; most: number }[],
  chosen: readonly Fault[],
  { every, from }: Pick<Campaign, 'every' | 'from'>,
): Point[] {
  const points: Point[] = [];
  for (const { work, most } of counts)
    for (let number = from; number <= most; number += every)
      for (const fault of chosen) points.push({ work, fault, number });
  // A run that ends early has seen all of the work with all faults, not the beginning of it with one.
  return points.sort((a, b) => mixed(a) - mixed(b));
}

/** An order that only the point decides. */
function mixed({ work, fault, number }: Point): number {
  let sum = number * 2_654_435_761;
  for (const letter of work + fault) sum = (sum * 31 + letter.charCodeAt(0)) % 4_294_967_296;
  return sum % 65_521;
}

function nameOf({ work, fault, number }: Point): string {
  return `${work} ${fault} ${number}`;
}
