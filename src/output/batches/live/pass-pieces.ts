import { t } from '../../../messages/index.js';
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
      return t.progress.reading;
    case 'writing':
      return t.progress.writing;
    case 'counting':
      return t.progress.countingRecords;
  }
}

/** How far a step is. */
export function doneText({ step, done, of }: Pick<Pass, 'step' | 'done' | 'of'>): string {
  const all = of ?? done;
  switch (step) {
    case 'unpacking':
      return t.progress.rowsUnpacked(done);
    case 'reading':
      return t.batch.rowsRead(done);
    case 'writing':
      return t.progress.rowsWritten(done, all);
    case 'counting':
      return t.progress.recordsCounted(done, all);
  }
}

/** By the time that the step itself took until its last number. */
function rateText({ done, beganAt, seenAt }: Pass): string {
  const rate = Math.round((done * 1000) / (seenAt - beganAt));
  return t.progress.perSecond(rate);
}
