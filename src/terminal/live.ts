import type { Ora } from 'ora';
import { stripVTControlCharacters } from 'node:util';
import type { Context, Output } from '../base/context.js';
import {
  COLOURED,
  terminalColumns,
  mayMove,
  terminalRows,
  type ColorWish,
  type Paint,
} from './style.js';
import { measureWidth, wrapWords } from './text.js';

export type LiveContext = Pick<Context, 'env' | 'platform' | 'stderr' | 'clock' | 'ignoreKeys'>;

export interface Wishes {
  readonly quiet?: boolean;
  readonly json?: boolean;
  readonly progress: boolean;
  readonly color: ColorWish;
}

/** Whether stderr can show something that moves, and is allowed to (contract, "Streams"). */
export function isLive(
  { stderr, env }: Pick<LiveContext, 'stderr' | 'env'>,
  { quiet, progress, color }: Wishes,
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

export type Marks = Readonly<typeof UNICODE>;

/** Returns the signs that the terminal can show: the old consoles of Windows and Linux have few. */
export function marksFor({ env, platform }: Pick<LiveContext, 'env' | 'platform'>): Marks {
  const { TERM: term = '' } = env;
  if (platform !== 'win32') return term === 'linux' ? ASCII : UNICODE;
  const isModern =
    ['WT_SESSION', 'ConEmuTask', 'TERMINUS_SUBLIME', 'TERM_PROGRAM'].some((name) =>
      Boolean(env[name]),
    ) || /^(xterm|alacritty|rxvt|tmux|screen|cygwin)/.test(term);
  return isModern ? UNICODE : ASCII;
}

export interface Canvas {
  readonly columns: number;
  readonly rows: number;
  readonly now: number;
  readonly marks: Marks;
  readonly paint: Paint;
}

/** The last lines of a terminal, redrawn several times a second; other lines appear above them. */
export interface Region {
  /** Shows the region after `after` ms, unless it is hidden before. */
  show(after?: number): void;
  hide(): void;
}

type ScreenStream = Output & { columns?: number };

/** Columns of the spinner and the blank behind it. */
export const SPINNER_COLUMNS = 2;

/**
 * Creates a region. `frame` returns the lines of this moment, the first behind a spinner; if it throws, only the display
 * ends. An empty line for the cursor follows, so that a typed `^C` or a reflowing terminal does not disturb the lines.
 */
export function createRegion(
  surroundings: LiveContext,
  frame: (canvas: Canvas) => readonly string[],
): Region {
  const { clock } = surroundings;
  const stream: ScreenStream = surroundings.stderr.bare ?? surroundings.stderr;
  // The stream's own `write`, because ora redraws around each write of its stream.
  const write = stream.write.bind(stream) as (text: string) => boolean;
  const appearance = { marks: marksFor(surroundings), paint: COLOURED };
  let lines: readonly string[] = [];
  let isWanted = false;
  let timer: NodeJS.Timeout | undefined;
  let spinner: Ora | undefined;
  let endIgnoringKeys: (() => void) | undefined;

  const text = (): string => {
    try {
      const size = { columns: terminalColumns(stream), rows: terminalRows(stream) };
      lines = frame({ ...size, ...appearance, now: clock.now() });
    } catch {
      lines = [];
      queueMicrotask(hide);
    }
    return lines.map((line) => `${line}\n`).join('');
  };
  const redraw = (): void => {
    setMissingWidth(stream);
    write(writeReflowCleanup(lines, terminalColumns(stream)));
    spinner?.render();
  };
  const startSpinner = ({ default: ora }: typeof import('ora')): void => {
    setMissingWidth(stream);
    spinner ??= createSpinner(ora, stream, text);
    if (!isWanted || spinner.isSpinning) return;
    endIgnoringKeys = surroundings.ignoreKeys?.();
    spinner.start();
    stream.on('resize', redraw);
  };
  const hide = (): void => {
    clearTimeout(timer);
    timer = undefined;
    isWanted = false;
    stream.off('resize', redraw);
    spinner?.stop();
    endIgnoringKeys?.();
    endIgnoringKeys = undefined;
  };
  const show = (after = 0): void => {
    if (isWanted || (after > 0 && timer !== undefined)) return;
    clearTimeout(timer);
    // The timer must not keep the process alive.
    if (after > 0) timer = setTimeout(show, after).unref();
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
  text: () => string,
): Ora {
  const spinner = ora({ isEnabled: true, discardStdin: false, color: false, stream });
  // Ora reads the prefix before each drawing.
  spinner.prefixText = () => {
    spinner.text = text();
    return '';
  };
  return spinner;
}

/** Sets the width of a terminal that no longer knows it (0): ora would clear lines without end. */
function setMissingWidth(stream: ScreenStream): void {
  if (stream.columns === 0) stream.columns = terminalColumns(stream);
}

/** Removes all parts of lines that a narrower window has broken; ora would leave the first part. */
function writeReflowCleanup(lines: readonly string[], columns: number): string {
  const height = lines.reduce((sum, line, at) => {
    const width = measureWidth(stripVTControlCharacters(line)) + (at === 0 ? SPINNER_COLUMNS : 0);
    return sum + Math.max(1, Math.ceil(width / columns));
  }, 0);
  if (height <= lines.length) return '';
  return `\r\u001b[${height}A\u001b[J${'\n'.repeat(lines.length)}`;
}

export interface LiveLine {
  show(doing: string | (() => string)): void;
  end(): void;
}

/** Outside a terminal, a line is printed at most this often (ms). */
const HEARTBEAT = 30_000;

/** Shows a moving sentence in a terminal after `after` ms; elsewhere prints a line now and then. */
export function createLiveLine(surroundings: LiveContext, wishes: Wishes, after: number): LiveLine {
  const { stderr, clock } = surroundings;
  const isSilent = wishes.quiet === true || !wishes.progress;
  let text: () => string = () => '';
  let lastLine = clock.now();
  const region = isLive(surroundings, wishes)
    ? createRegion(surroundings, ({ columns }) => wrapWords(text(), columns - 1 - SPINNER_COLUMNS))
    : undefined;
  const show = (doing: string | (() => string)): void => {
    text = typeof doing === 'string' ? () => doing : doing;
    region?.show(after);
    if (region !== undefined || isSilent || clock.now() - lastLine < HEARTBEAT) return;
    lastLine = clock.now();
    stderr.write(`${text()}\n`);
  };
  return { show, end: () => region?.hide() };
}

export function progressBar(share: number, width: number, { marks, paint }: Canvas): string {
  const full = Math.max(0, Math.min(width, Math.floor(share * width)));
  const left = full < width ? marks.edge + marks.rest.repeat(width - full - 1) : '';
  return paint.green(marks.full.repeat(full)) + paint.dim(left);
}
