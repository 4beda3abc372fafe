import { maskIdentifiers } from '../../../identifiers/index.js';
import { t } from '../../../messages/index.js';
import { spinnerAt } from '../../terminal/live/marks.js';
import {
  bar,
  durationText,
  packed,
  shortened,
  spanOf,
  type Canvas,
  type Piece,
  waitText,
} from '../../terminal/live/pieces.js';
import { printable } from '../../terminal/text.js';
import { expectedOf, isOver, type BatchView } from './batch-view.js';
import { jobLines } from './job-lines.js';
import { passPieces } from './pass-pieces.js';

/** Columns of the bar of a batch. */
const WIDEST = 26;
const NARROWEST = 8;

/** What stands between two numbers. */
function gapOf({ columns }: Canvas): string {
  return columns < 60 ? '  ' : '   ';
}

/** The lines that show a batch at a moment (epoch ms), as many as the window has room for. */
export function frame(view: BatchView, now: number, canvas: Canvas): string[] {
  if (canvas.rows === 1) return oneLine(view, now, canvas);
  // The last column stays free, where some terminals break the line; the last row is the cursor's.
  const room = canvas.columns - 1;
  const most = canvas.rows - 1;
  const head =
    view.phase === 'passing'
      ? packed([nameOf(view, canvas, now), ...passPieces(view.pass, canvas, gapOf(canvas))], room)
      : batchHead(view, now, canvas, room);
  const left = Math.max(0, most - head.length);
  const jobs = view.phase === 'passing' ? [] : jobLines(view, now, canvas, left);
  return [...head, ...jobs].slice(0, Math.max(1, most));
}

/** What matters most: a wait, or else the name, and how far it is. */
function oneLine(view: BatchView, now: number, canvas: Canvas): string[] {
  const { columns } = canvas;
  const name = nameOf(view, { ...canvas, columns: columns / 2 }, now);
  const gap = gapOf(canvas);
  if (view.phase === 'passing')
    return packed([name, ...passPieces(view.pass, canvas, gap)], columns - 1).slice(0, 1);
  const { wait, unique } = view;
  const isWaiting = wait !== null && wait.until > now;
  const head = isWaiting
    ? {
        text: shortened(
          `${spinnerAt(canvas.marks, now)} ${waitText(wait, now)}`,
          columns - 1,
          canvas,
        ),
      }
    : name;
  const answered = expected(view, now);
  const asks = { text: t.progress.asksService, before: gap };
  const pieces =
    unique === 0
      ? [head, ...(isWaiting ? [] : [asks])]
      : [head, ...numbersOf(view, answered, gap), ...restOf(view, answered, now, canvas)];
  return packed(pieces, columns - 1).slice(0, 1);
}

function nameOf({ name }: BatchView, canvas: Canvas, now: number): Piece {
  const sign = spinnerAt(canvas.marks, now);
  const base = maskIdentifiers(printable(name)).split(/[\\/]/).at(-1) ?? '';
  if (base === '') return { text: sign };
  const text = shortened(base, Math.max(8, canvas.columns - 4), canvas);
  return { text: `${sign} ${text}`, shown: `${sign} ${canvas.paint.bold(text)}` };
}

function batchHead(view: BatchView, now: number, canvas: Canvas, room: number): string[] {
  const gap = gapOf(canvas);
  const name = nameOf(view, canvas, now);
  const answered = expected(view, now);
  const share = shareOf(view, answered);
  if (view.unique === 0) return packed([name, { text: t.progress.asksService, before: gap }], room);
  const rest = restOf(view, answered, now, canvas);
  const barOf = (free: number) => {
    const width = Math.min(WIDEST, free - 2);
    return width < NARROWEST ? [] : [bar(share, width, canvas)];
  };
  const first = [name, ...numbersOf(view, answered, gap)];
  const whole = barOf(room - spanOf([...first, ...rest]));
  if (whole.length > 0) return packed([...first, ...whole, ...rest], room);
  const above = [...first, ...barOf(room - spanOf(first))];
  return [...packed(above, room), ...packed(rest, room - 2, 0).map((line) => `  ${line}`)];
}

function shareOf({ unique }: BatchView, answered: number): number {
  return unique === 0 ? 0 : Math.min(1, answered / unique);
}

/** How many are answered, and their share. */
function numbersOf(view: BatchView, answered: number, gap: string): Piece[] {
  const sign = answered > view.answered ? '~' : '';
  return [
    { text: t.progress.answeredOf(sign, answered, view.unique), before: gap },
    { text: `${Math.floor(shareOf(view, answered) * 100)}%`, before: gap },
  ];
}

/** The time, and the credits so far. */
function restOf(view: BatchView, answered: number, now: number, canvas: Canvas): Piece[] {
  return [
    { text: timeText(view, answered, now), before: gapOf(canvas) },
    creditsPiece(view, canvas),
  ];
}

function creditsPiece({ credits }: BatchView, { marks }: Canvas): Piece {
  return { text: t.progress.credits(credits), before: ` ${marks.dot} ` };
}

/** The answers that the rates let expect now. */
function expected(view: BatchView, now: number): number {
  const more = view.jobs.reduce((sum, job) => sum + expectedOf(job, view, now) - job.answered, 0);
  // A job that has not ended lacks an answer at least.
  const open = view.jobs.filter(({ state }) => !isOver(state)).length;
  return Math.max(view.answered, Math.min(view.unique - open, view.answered + more));
}

/** How long it took, and by the rate so far how long it will take. */
function timeText(view: BatchView, answered: number, now: number): string {
  const took = durationText(now - view.startedAt);
  const msEach = msPerAnswer(view);
  const left = view.unique - answered;
  if (msEach === undefined || left <= 0 || view.phase !== 'working') return took;
  const ms = Math.max(1000, left * msEach, waitOf(view, now) + unsent(view) * msEach);
  return t.progress.timeLeft(took, durationText(ms));
}

/** By what came since this process first saw each job; undefined until two looks have shown it. */
function msPerAnswer({ jobs, looks, seenAt }: BatchView): number | undefined {
  const seen = jobs.flatMap(({ answered, first }) => (first === null ? [] : [{ answered, first }]));
  const gained = seen.reduce((sum, { answered, first }) => sum + answered - first.answered, 0);
  if (looks < 2 || gained <= 0) return undefined;
  return (seenAt - Math.min(...seen.map(({ first }) => first.at))) / gained;
}

function waitOf({ wait }: BatchView, now: number): number {
  return Math.max(0, (wait?.until ?? now) - now);
}

/** The identifiers of jobs that the service does not have yet. */
function unsent({ jobs }: BatchView): number {
  return jobs
    .filter(({ state }) => state === 'planned' || state === 'sending')
    .reduce((sum, { items }) => sum + items, 0);
}
