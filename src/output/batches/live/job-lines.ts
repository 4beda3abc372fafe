import { formatNumber, t } from '../../../messages/index.js';
import {
  bar,
  durationText,
  packed,
  wordsOf,
  type Canvas,
  type Piece,
  waitText,
  type Wait,
} from '../../terminal/live/pieces.js';
import { expectedOf, isOver, type BatchView, type LiveJob } from './batch-view.js';

/** More jobs that have ended than this are one line. */
const ENDED_SHOWN = 3;
/** Lines for jobs; a taller region would push everything else out of sight. */
const MOST = 12;
const BAR = 19;
/** Windows narrower than this have no room for bars of jobs. */
const WIDE = 60;

/** At most `most` lines, one for each running or waiting job and for the last ones that have ended. */
export function jobLines(view: BatchView, now: number, canvas: Canvas, most: number): string[] {
  const begun = view.jobs.filter(({ state }) => state !== 'planned');
  const wait = view.wait !== null && view.wait.until > now ? view.wait : null;
  const isSending = begun.some(({ state }) => state === 'sending');
  const waiting = wait === null || isSending ? [] : [`  ${waitText(wait, now)}`];
  // The line of the batch says it all.
  if (begun.length === 1 && view.jobs.length === 1 && !isSending) return waiting.slice(0, most);
  const ended = begun.filter(({ state }) => isOver(state));
  const active = begun.filter(({ state }) => !isOver(state));
  const limit = Math.min(most, MOST) - waiting.length;
  const folds = ended.length > ENDED_SHOWN || begun.length > limit;
  const show = (job: LiveJob) => jobLine(job, view, now, canvas, wait);
  const above = folds && ended.length > 1 ? [foldedText(ended)] : ended.flatMap(show);
  return [...above, ...cutTo(active.map(show), limit - above.length), ...waiting].slice(0, most);
}

/** As many jobs as have room, and how many have none. */
function cutTo(jobs: readonly (readonly string[])[], most: number): string[] {
  if (jobs.flat().length <= most) return jobs.flat();
  let shown = 0;
  while (jobs.slice(0, shown + 1).flat().length < most) shown += 1;
  const left = jobs.length - shown;
  return [...jobs.slice(0, shown).flat(), `  ${t.progress.moreJobs(left)}`];
}

function foldedText(ended: readonly LiveJob[]): string {
  const found = ended.reduce((sum, job) => sum + job.found, 0);
  return `  ${t.progress.jobsEnded(ended.length, found)}`;
}

function jobLine(
  job: LiveJob,
  view: BatchView,
  now: number,
  canvas: Canvas,
  wait: Wait | null,
): string[] {
  const name = { text: t.progress.job(job.seq) };
  const pieces = [name, ...piecesOf(job, view, now, canvas, wait)];
  return packed(pieces, canvas.columns - 3).map((line) => `  ${line}`);
}

function piecesOf(
  job: LiveJob,
  view: BatchView,
  now: number,
  canvas: Canvas,
  wait: Wait | null,
): Piece[] {
  switch (job.state) {
    case 'planned':
      return [];
    case 'sending':
      return wordsOf(wait === null ? t.progress.sending : waitText(wait, now));
    case 'running':
      return runningPieces(job, view, now, canvas);
    case 'done':
      return donePieces(job, canvas);
    case 'failed':
      return [signed(`${canvas.marks.failed} ${t.table.failed}`, canvas.paint.red)];
    case 'unconfirmed':
      return [signed(`${canvas.marks.warning} ${t.table.unconfirmed}`, canvas.paint.yellow)];
  }
}

function signed(text: string, paint: (text: string) => string): Piece {
  return { text, shown: paint(text) };
}

function runningPieces(job: LiveJob, view: BatchView, now: number, canvas: Canvas): Piece[] {
  const answered = expectedOf(job, view, now);
  const sign = answered > job.answered ? '~' : '';
  const text = t.progress.answeredOf(sign, answered, job.items);
  const isWide = canvas.columns >= WIDE;
  return [
    ...(isWide ? [bar(answered / Math.max(1, job.items), BAR, canvas)] : []),
    { text, before: isWide ? '   ' : '  ' },
  ];
}

function donePieces(
  { items, found, beganAt, endedAt }: LiveJob,
  { marks, paint }: Canvas,
): Piece[] {
  const took =
    beganAt === null || endedAt === null
      ? []
      : [{ text: durationText(endedAt - beganAt), before: '   ' }];
  return [
    signed(`${marks.done} ${formatNumber(items)}`, paint.green),
    { text: t.table.foundCount(formatNumber(found)), before: '   ' },
    ...took,
  ];
}
