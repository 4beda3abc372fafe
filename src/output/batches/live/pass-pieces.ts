import { formatNumber, plural, say } from '../../../text/index.js';
import { wordsOf, type Canvas, type Piece } from '../../terminal/live/pieces.js';
import type { Pass } from './batch-view.js';

/** How many rows a step has passed, their share and their rate so far. */
export function passPieces(pass: Pass, { marks }: Canvas, gap: string): Piece[] {
  if (pass.done === 0) return wordsOf(begunText(pass), gap);
  const { of } = pass;
  const share =
    of === null || of === 0
      ? []
      : [{ text: `${Math.floor((100 * pass.done) / of)}%`, before: gap }];
  const rate =
    pass.seenAt > pass.beganAt ? [{ text: rateText(pass), before: ` ${marks.dot} ` }] : [];
  return [...wordsOf(doneText(pass), gap), ...share, ...rate];
}

function begunText({ step }: Pass): string {
  switch (step) {
    case 'unpacking':
    case 'reading':
      return say`is being read`;
    case 'writing':
      return say`the result is being written`;
    case 'counting':
      return say`records are being counted`;
  }
}

/** How far a step is. */
export function doneText({ step, done, of }: Pick<Pass, 'step' | 'done' | 'of'>): string {
  const all = of ?? done;
  switch (step) {
    case 'unpacking':
      return say`${plural(done, 'row', 'rows')} unpacked`;
    case 'reading':
      return say`${plural(done, 'row', 'rows')} read`;
    case 'writing':
      return say`${formatNumber(done)} of ${plural(all, 'row', 'rows')} written`;
    case 'counting':
      return say`${formatNumber(done)} of ${plural(all, 'record', 'records')} counted`;
  }
}

/** By the time that the step itself took until its last number. */
function rateText({ done, beganAt, seenAt }: Pass): string {
  const rate = Math.round((done * 1000) / (seenAt - beganAt));
  return say`${formatNumber(rate)} per second`;
}
