import type { Ora } from 'ora';
import { stripVTControlCharacters } from 'node:util';
import type { Context, Output } from '../base/context.js';
import { COLORED, readColumns, mayMove, readRows, type ColorWish, type Paint } from './style.js';
import { measureWidth, wrapWords } from './text.js';

/** The parts of the context that a display that moves needs. */
export type LiveContext = Pick<Context, 'env' | 'platform' | 'stderr' | 'clock' | 'ignoreTyping'>;

/** The options of a command that decide what moves on stderr. */
export interface LiveWishes {
  readonly quiet?: boolean;
  readonly json?: boolean;
  readonly progress: boolean;
  readonly color: ColorWish;
}

/** Whether stderr can show something that moves, and is allowed to (contract, "Streams"). */
export function isLive(
  { stderr, env }: Pick<LiveContext, 'stderr' | 'env'>,
  { quiet, progress, color }: LiveWishes,
): boolean {
  // A terminal that does not know its width gets plain lines.
  const canMove = 'cursorTo' in stderr && stderr.columns !== 0;
  return canMove && progress && quiet !== true && mayMove(stderr, { env }, color);
}

const UNICODE = { full: '━', edge: '╺', rest: '━', done: '✓', warning: '!', dot: '·', cut: '…' };
const ASCII: Marks = {
  full: '#',
  edge: '-',
  rest: '-',
  done: '+',
  warning: '!',
  dot: '|',
  cut: '~',
};

/** The signs of progress bars and summaries. */
export type Marks = Readonly<typeof UNICODE>;

/** Returns the signs that the terminal can show: the old consoles of Windows and the console of Linux have few. */
export function chooseMarks({ env, platform }: Pick<LiveContext, 'env' | 'platform'>): Marks {
  const { TERM: term = '' } = env;
  if (platform !== 'win32') return term === 'linux' ? ASCII : UNICODE;
  const isModern =
    ['WT_SESSION', 'ConEmuTask', 'TERMINUS_SUBLIME', 'TERM_PROGRAM'].some((name) =>
      Boolean(env[name]),
    ) || /^(xterm|alacritty|rxvt|tmux|screen|cygwin)/.test(term);
  return isModern ? UNICODE : ASCII;
}

/** The terminal and the time for which the lines of a region are drawn. */
export interface Canvas {
  readonly columns: number;
  readonly rows: number;
  /** Epoch ms. */
  readonly now: number;
  readonly marks: Marks;
  readonly paint: Paint;
}

/** The last lines of a terminal, redrawn several times a second; other lines appear above them. */
export interface Region {
  /** Shows the region after `delay` ms, unless `hide` is called before. */
  show(delay?: number): void;
  hide(): void;
}

type ScreenStream = Output & { columns?: number };

/** Columns of the spinner and the blank behind it. */
export const SPINNER_COLUMNS = 2;

/**
 * Creates a region. `drawFrame` returns the lines of this moment, the first behind a spinner; if it throws, only the
 * display ends. An empty line for the cursor follows, so that a typed `^C` or a reflowing terminal does not disturb the
 * lines.
 */
export function createRegion(
  context: LiveContext,
  drawFrame: (canvas: Canvas) => readonly string[],
): Region {
  const { clock } = context;
  const stream: ScreenStream = context.stderr.unfiltered ?? context.stderr;
  // `write` is kept now, because ora will replace the stream's `write` by one that redraws.
  const write = stream.write.bind(stream) as (text: string) => boolean;
  const appearance = { marks: chooseMarks(context), paint: COLORED };
  let lines: readonly string[] = [];
  let isWanted = false;
  let timer: NodeJS.Timeout | undefined;
  let spinner: Ora | undefined;
  let endIgnoringKeys: (() => void) | undefined;

  const drawText = (): string => {
    try {
      const size = { columns: readColumns(stream), rows: readRows(stream) };
      lines = drawFrame({ ...size, ...appearance, now: clock.now() });
    } catch {
      lines = [];
      queueMicrotask(hide);
    }
    return lines.map((line) => `${line}\n`).join('');
  };
  const redrawResized = (): void => {
    setMissingWidth(stream);
    write(buildReflowCleanup(lines, readColumns(stream)));
    spinner?.render();
  };
  const startSpinner = ({ default: ora }: typeof import('ora')): void => {
    setMissingWidth(stream);
    spinner ??= createSpinner(ora, stream, drawText);
    if (!isWanted || spinner.isSpinning) return;
    endIgnoringKeys = context.ignoreTyping?.();
    spinner.start();
    stream.on('resize', redrawResized);
  };
  const hide = (): void => {
    clearTimeout(timer);
    timer = undefined;
    isWanted = false;
    stream.off('resize', redrawResized);
    spinner?.stop();
    endIgnoringKeys?.();
    endIgnoringKeys = undefined;
  };
  const show = (delay = 0): void => {
    if (isWanted || (delay > 0 && timer !== undefined)) return;
    clearTimeout(timer);
    // The timer must not keep the process alive.
    if (delay > 0) timer = setTimeout(show, delay).unref();
    else {
      isWanted = true;
      import('ora').then(startSpinner, () => undefined);
    }
  };
  return { show, hide };
}

function createSpinner(
  ora: (typeof import('ora'))['default'],
  stream: ScreenStream,
  drawText: () => string,
): Ora {
  const spinner = ora({ isEnabled: true, discardStdin: false, color: false, stream });
  // Ora reads the prefix before each drawing.
  spinner.prefixText = () => {
    spinner.text = drawText();
    return '';
  };
  return spinner;
}

/** Sets the width of a terminal that reports 0 columns, because ora would clear lines without end. */
function setMissingWidth(stream: ScreenStream): void {
  if (stream.columns === 0) stream.columns = readColumns(stream);
}

/** Returns the codes that remove each part of the lines that a narrower window has broken; ora would leave the first. */
function buildReflowCleanup(lines: readonly string[], columns: number): string {
  const height = lines.reduce((sum, line, index) => {
    const width =
      measureWidth(stripVTControlCharacters(line)) + (index === 0 ? SPINNER_COLUMNS : 0);
    return sum + Math.max(1, Math.ceil(width / columns));
  }, 0);
  if (height <= lines.length) return '';
  return `\r\u001b[${height}A\u001b[J${'\n'.repeat(lines.length)}`;
}

/** Shows a sentence about the work in progress; a function is called for the sentence each time it is drawn. */
export interface LiveLine {
  show(sentence: string | (() => string)): void;
  end(): void;
}

/** The least time between two lines that are printed outside a terminal (ms). */
const HEARTBEAT = 30_000;

/** Shows a sentence behind a spinner in a terminal, after `delay` ms; elsewhere prints a line now and then. */
export function createLiveLine(context: LiveContext, wishes: LiveWishes, delay: number): LiveLine {
  const { stderr, clock } = context;
  const isSilent = wishes.quiet === true || !wishes.progress;
  let writeSentence: () => string = () => '';
  let lastPrinted = clock.now();
  const region = isLive(context, wishes)
    ? createRegion(context, ({ columns }) =>
        wrapWords(writeSentence(), columns - 1 - SPINNER_COLUMNS),
      )
    : undefined;
  const show = (sentence: string | (() => string)): void => {
    writeSentence = typeof sentence === 'string' ? () => sentence : sentence;
    region?.show(delay);
    if (region !== undefined || isSilent || clock.now() - lastPrinted < HEARTBEAT) return;
    lastPrinted = clock.now();
    stderr.write(`${writeSentence()}\n`);
  };
  return { show, end: () => region?.hide() };
}

/** Returns a bar of `width` columns. `share`: the part that is done, 0 to 1. */
export function drawProgressBar(share: number, width: number, { marks, paint }: Canvas): string {
  const full = Math.max(0, Math.min(width, Math.floor(share * width)));
  const rest = full < width ? marks.edge + marks.rest.repeat(width - full - 1) : '';
  return paint.green(marks.full.repeat(full)) + paint.dim(rest);
}
