import { maskIdentifiers } from '../../identifiers/index.js';
import { formatNumber, t } from '../../messages/index.js';
import {
  bar,
  durationText,
  packed,
  spinnerOf,
  waitText,
  wordsOf,
  type Canvas,
} from '../terminal/live.js';
import { printable, shortened, widthOf } from '../terminal/text.js';
import { expectedOf, isOver, type BatchView, type LiveJob, type Pass } from './live-view.js';

/** Columns of the bar of a batch, and of a job. */
const WIDEST = 26;
const NARROWEST = 8;
const BAR_OF_JOB = 19;
/** Windows narrower than this have no room for bars of jobs, nor for wide gaps. */
const WIDE = 60;
/** More jobs that have ended than this are one line. */
const ENDED_SHOWN = 3;
/** Lines for jobs; a taller region would push everything else out of sight. */
const MOST = 12;

/** The lines that show a batch, as many as the window has room for. */
export function frame(view: BatchView, canvas: Canvas): string[] {
  if (canvas.rows === 1) return oneLine(view, canvas);
  // The last column stays free, where some terminals break the line; the last row is the cursor's.
  const most = canvas.rows - 1;
  const head = batchHead(view, canvas, canvas.columns - 1);
  const jobs =
    view.phase === 'passing' ? [] : jobLines(view, canvas, Math.max(0, most - head.length));
  return [...head, ...jobs].slice(0, Math.max(1, most));
}

/** What matters most: a wait, or else the name, and how far it is. */
function oneLine(view: BatchView, canvas: Canvas): string[] {
  const { columns, marks, now } = canvas;
  const wait = view.phase === 'passing' ? '' : waitText(view.wait, now);
  const head =
    wait === ''
      ? nameOf(view, { ...canvas, columns: columns / 2 })
      : shortened(`${spinnerOf(canvas)} ${wait}`, columns - 1, marks.cut);
  const isUnknown = view.unique === 0 && view.phase !== 'passing';
  const parts = isUnknown && wait !== '' ? [] : [...doneOf(view, canvas), ...restOf(view, canvas)];
  return packed([head, ...parts], columns - 1).slice(0, 1);
}

function batchHead(view: BatchView, canvas: Canvas, room: number): string[] {
  const first = [nameOf(view, canvas), ...doneOf(view, canvas)];
  const rest = restOf(view, canvas);
  if (rest.length === 0) return packed(first, room);
  const barIn = (parts: readonly string[]) => {
    const width = Math.min(WIDEST, room - widthOf(parts.join('')) - 2);
    return width < NARROWEST ? [] : [`  ${bar(shareOf(view, canvas), width, canvas)}`];
  };
  const whole = barIn([...first, ...rest]);
  if (whole.length > 0) return packed([...first, ...whole, ...rest], room);
  const below = packed(rest, room - 2, '').map((line) => `  ${line}`);
  return [...packed([...first, ...barIn(first)], room), ...below];
}

/** What stands between two numbers. */
function gapOf({ columns }: Canvas): string {
  return columns < WIDE ? '  ' : '   ';
}

function nameOf({ name }: BatchView, canvas: Canvas): string {
  const sign = spinnerOf(canvas);
  const base = maskIdentifiers(printable(name)).split(/[\\/]/).at(-1) ?? '';
  const text = shortened(base, Math.max(8, canvas.columns - 4), canvas.marks.cut);
  return base === '' ? sign : `${sign} ${canvas.paint.bold(text)}`;
}

/** How far it is: rows of a step, or identifiers that are answered and their share. */
function doneOf(view: BatchView, canvas: Canvas): string[] {
  const gap = gapOf(canvas);
  if (view.phase === 'passing') return passParts(view.pass, canvas, gap);
  if (view.unique === 0) return [gap + t.progress.asksService];
  const answered = expected(view, canvas);
  const sign = answered > view.answered ? '~' : '';
  return [
    gap + t.progress.answeredOf(sign, answered, view.unique),
    `${gap}${Math.floor(shareOf(view, canvas) * 100)}%`,
  ];
}

/** The time, and the credits so far. */
function restOf(view: BatchView, canvas: Canvas): string[] {
  if (view.phase === 'passing' || view.unique === 0) return [];
  const credits = t.progress.credits(view.credits);
  return [gapOf(canvas) + timeText(view, canvas), ` ${canvas.marks.dot} ${credits}`];
}

function shareOf(view: BatchView, canvas: Canvas): number {
  return Math.min(1, expected(view, canvas) / view.unique);
}

/** The answers that the rates let expect now. */
function expected(view: BatchView, { now }: Canvas): number {
  const more = view.jobs.reduce((sum, job) => sum + expectedOf(job, view, now) - job.answered, 0);
  // A job that has not ended lacks an answer at least.
  const open = view.jobs.filter((job) => !isOver(job)).length;
  return Math.max(view.answered, Math.min(view.unique - open, view.answered + more));
}

/** How long it took, and by the rate so far how long it will take. */
function timeText(view: BatchView, canvas: Canvas): string {
  const { now } = canvas;
  const took = durationText(now - view.startedAt);
  const msEach = msPerAnswer(view);
  const left = view.unique - expected(view, canvas);
  if (msEach === undefined || left <= 0 || view.phase !== 'working') return took;
  const wait = Math.max(0, (view.wait?.until ?? now) - now);
  const ms = Math.max(1000, left * msEach, wait + unsent(view) * msEach);
  return t.progress.timeLeft(took, durationText(ms));
}

/** By what came since this process first saw each job; undefined until two looks have shown it. */
function msPerAnswer({ jobs, looks, seenAt }: BatchView): number | undefined {
  const seen = jobs.flatMap(({ answered, first }) => (first === null ? [] : [{ answered, first }]));
  const gained = seen.reduce((sum, { answered, first }) => sum + answered - first.answered, 0);
  if (looks < 2 || gained <= 0) return undefined;
  return (seenAt - Math.min(...seen.map(({ first }) => first.at))) / gained;
}

/** The identifiers of jobs that the service does not have yet. */
function unsent({ jobs }: BatchView): number {
  return jobs
    .filter(({ state }) => state === 'planned' || state === 'sending')
    .reduce((sum, { items }) => sum + items, 0);
}

/** How many rows a step has passed, their share, and their rate by the time that it took until its last number. */
function passParts(pass: Pass, { marks }: Canvas, gap: string): string[] {
  const { step, done, of, beganAt, seenAt } = pass;
  if (done === 0) return wordsOf(BEGUN[step](), gap);
  const share = of === null || of === 0 ? [] : [`${gap}${Math.floor((100 * done) / of)}%`];
  const rate = () => t.progress.perSecond(Math.round((done * 1000) / (seenAt - beganAt)));
  return [
    ...wordsOf(passText(pass), gap),
    ...share,
    ...(seenAt > beganAt ? [` ${marks.dot} ${rate()}`] : []),
  ];
}

const BEGUN: Readonly<Record<Pass['step'], () => string>> = {
  unpacking: () => t.progress.reading,
  reading: () => t.progress.reading,
  writing: () => t.progress.writing,
  counting: () => t.progress.countingRecords,
};

/** How far a step is. */
export function passText({ step, done, of }: Pick<Pass, 'step' | 'done' | 'of'>): string {
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

/** At most `most` lines, one for each running or waiting job and for the last ones that have ended. */
function jobLines(view: BatchView, canvas: Canvas, most: number): string[] {
  const begun = view.jobs.filter(({ state }) => state !== 'planned');
  const wait = waitText(view.wait, canvas.now);
  const isSending = begun.some(({ state }) => state === 'sending');
  const waiting = wait === '' || isSending ? [] : [`  ${wait}`];
  // The line of the batch says it all.
  if (begun.length === 1 && view.jobs.length === 1 && !isSending) return waiting.slice(0, most);
  const ended = begun.filter(isOver);
  const limit = Math.min(most, MOST) - waiting.length;
  const folds = ended.length > ENDED_SHOWN || begun.length > limit;
  const show = (job: LiveJob) => {
    const parts = [t.progress.job(job.seq), ...jobParts(job, view, canvas, wait)];
    return packed(parts, canvas.columns - 3).map((line) => `  ${line}`);
  };
  const found = ended.reduce((sum, job) => sum + job.found, 0);
  const above =
    folds && ended.length > 1
      ? [`  ${t.progress.jobsEnded(ended.length, found)}`]
      : ended.flatMap(show);
  const active = begun.filter((job) => !isOver(job)).map(show);
  return [...above, ...cutTo(active, limit - above.length), ...waiting].slice(0, most);
}

/** As many jobs as have room, and how many have none. */
function cutTo(jobs: readonly (readonly string[])[], most: number): string[] {
  if (jobs.flat().length <= most) return jobs.flat();
  let shown = 0;
  while (jobs.slice(0, shown + 1).flat().length < most) shown += 1;
  return [...jobs.slice(0, shown).flat(), `  ${t.progress.moreJobs(jobs.length - shown)}`];
}

/** What became of a job, or how far it is. */
function jobParts(job: LiveJob, view: BatchView, canvas: Canvas, wait: string): string[] {
  const { marks, paint } = canvas;
  switch (job.state) {
    case 'planned':
      return [];
    case 'sending':
      return wordsOf(wait === '' ? t.progress.sending : wait);
    case 'running': {
      const answered = expectedOf(job, view, canvas.now);
      const sign = answered > job.answered ? '~' : '';
      const text = t.progress.answeredOf(sign, answered, job.items);
      if (canvas.columns < WIDE) return [`  ${text}`];
      return [`  ${bar(answered / Math.max(1, job.items), BAR_OF_JOB, canvas)}`, `   ${text}`];
    }
    case 'done': {
      const { items, found, beganAt, endedAt } = job;
      const isTimed = beganAt !== null && endedAt !== null;
      return [
        `  ${paint.green(`${marks.done} ${formatNumber(items)}`)}`,
        `   ${t.table.foundCount(formatNumber(found))}`,
        ...(isTimed ? [`   ${durationText(endedAt - beganAt)}`] : []),
      ];
    }
    case 'failed':
      return [`  ${paint.red(`${marks.failed} ${t.table.failed}`)}`];
    case 'unconfirmed':
      return [`  ${paint.yellow(`${marks.warning} ${t.table.unconfirmed}`)}`];
  }
}
