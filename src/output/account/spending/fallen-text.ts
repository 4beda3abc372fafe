import type { FallenCount } from '../../../account/book/fallen-count.js';
import { formatMinute, formatNumber, plural, say } from '../../../text/index.js';

/** Where the service's count of used credits fell: each that is no plain renewal, and how many of those there were. */
export function fallenLines(fallen: readonly FallenCount[]): string[] {
  const renewals = fallen.filter(({ why }) => why === 'renewal');
  const last = renewals.at(-1);
  return [
    ...fallen.filter(({ why }) => why !== 'renewal').map(fallenLine),
    ...(last === undefined ? [] : [renewalsLine(renewals.length, last)]),
  ];
}

function fallenLine({ from, at, usedBefore, usedAfter, why }: FallenCount): string {
  const [begin, end] = [formatMinute(from), formatMinute(at)];
  const before = formatNumber(usedBefore);
  return why === 'refund'
    ? say`From ${begin} to ${end} the service's count fell from ${before} to ${plural(usedAfter, 'credit', 'credits')}: a refund.`
    : say`From ${begin} to ${end} the service's count fell from ${before} to ${plural(usedAfter, 'credit', 'credits')}: a refund, or a renewal after which others spent.`;
}

function renewalsLine(times: number, { from, at }: FallenCount): string {
  const [begin, end] = [formatMinute(from), formatMinute(at)];
  return say`The service began to count anew ${plural(times, 'time', 'times')}, last between ${begin} and ${end}: a renewal, or a refund of everything.`;
}
