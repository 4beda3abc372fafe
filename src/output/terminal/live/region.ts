import type { Options, Ora } from 'ora';
import type { Output } from '../../../context.js';
import { stripVTControlCharacters } from 'node:util';
import { COLOURED, columnsOf, mayMove, rowsOf, type ColorWish } from '../terminal.js';
import { widthOf } from '../text.js';
import { hasOneLine, marksFor, type Surroundings } from './marks.js';
import type { Canvas } from './pieces.js';

/** The last lines of a terminal, drawn anew several times a second; other lines appear above them. */
export interface Region {
  show(): void;
  hide(): void;
}

interface Screen extends Output {
  cursorTo?: unknown;
  columns?: number;
}

interface Wishes {
  readonly quiet?: boolean;
  readonly progress: boolean;
  readonly color: ColorWish;
}

/** Whether a stream can show something that moves, and is allowed to (contract, "Streams"). */
export function isLive(
  stream: Screen,
  surroundings: { readonly env: Readonly<Record<string, string | undefined>> },
  { quiet, progress, color }: Wishes,
): boolean {
  // One that does not know its width gets plain lines.
  const canMove = typeof stream.cursorTo === 'function' && stream.columns !== 0;
  return canMove && progress && quiet !== true && mayMove(stream, surroundings, color);
}

/** A terminal that no longer knows its width reports 0, and ora would clear lines without end. */
function knowWidth(stream: Screen): void {
  if (stream.columns === 0) stream.columns = columnsOf(stream);
}

/** Milliseconds between two frames. */
const INTERVAL = 100;

/** The frame has its own sign, so that it depends on nothing but its moment. */
const LOOK: Options = {
  ...{ isEnabled: true, discardStdin: false, interval: INTERVAL, color: false },
  spinner: { frames: [''] },
};

/**
 * `frame`: the lines of this moment. One that throws ends the display and nothing else. Below them stands an
 * empty line for the cursor, so that a typed `^C` or a reflowing terminal does not disturb them. Where the terminal has
 * one line, the canvas has one row, and the cursor stays in it.
 */
export function createRegion(
  surroundings: Surroundings & { readonly stderr: Output },
  frame: (canvas: Canvas) => readonly string[],
): Region {
  const { bare: stream = surroundings.stderr } = surroundings.stderr;
  const isOneLine = hasOneLine(surroundings);
  const write = stream.write.bind(stream) as (text: string) => boolean;
  let lines: readonly string[] = [];
  let wanted = false;
  let isBroken = false;
  let spinner: Ora | undefined;

  const guarded = (draw: () => void): void => {
    try {
      if (!isBroken) draw();
    } catch {
      isBroken = true;
    }
  };
  const text = (): string => {
    guarded(() => (lines = frame(canvasOf(stream, surroundings, isOneLine))));
    if (isBroken) queueMicrotask(hide);
    if (isBroken) return '';
    return isOneLine ? (lines[0] ?? '') : lines.map((line) => `${line}\n`).join('');
  };
  const resized = (): void => {
    guarded(() => {
      knowWidth(stream);
      if (!isOneLine) write(undoReflow(lines, columnsOf(stream)));
      spinner?.render();
    });
  };
  const start = async (): Promise<void> => {
    const { default: ora } = await import('ora');
    guarded(() => {
      knowWidth(stream);
      spinner ??= ora({ ...LOOK, stream, prefixText: text });
      if (!wanted || spinner.isSpinning) return;
      spinner.start();
      stream.on('resize', resized);
    });
  };

  const hide = (): void => {
    if (!wanted) return;
    wanted = false;
    stream.off('resize', resized);
    spinner?.stop();
  };

  return {
    hide,
    show() {
      if (wanted || isBroken) return;
      wanted = true;
      start().catch(() => (isBroken = true));
    },
  };
}

function canvasOf(stream: Output, surroundings: Surroundings, isOneLine: boolean): Canvas {
  return {
    // ora ends a frame with two blanks.
    columns: columnsOf(stream) - (isOneLine ? 2 : 0),
    rows: isOneLine ? 1 : rowsOf(stream),
    ...{ marks: marksFor(surroundings), paint: COLOURED },
  };
}

/** The same region, which is not shown at all if it is hidden within `after` ms. */
export function patientRegion(region: Region): Region & { showAfter(after: number): void } {
  let timer: NodeJS.Timeout | undefined;
  const forget = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    show() {
      forget();
      region.show();
    },
    showAfter(after) {
      // The process may end meanwhile.
      timer ??= setTimeout(() => {
        region.show();
      }, after).unref();
    },
    hide() {
      forget();
      region.hide();
    },
  };
}

/**
 * After a window became narrower, its terminal has broken long lines into several, of which ora would leave the
 * first ones. Removes them all, and puts the cursor where ora expects it.
 */
function undoReflow(lines: readonly string[], columns: number): string {
  const heights = lines.map((line) =>
    Math.max(1, Math.ceil(widthOf(stripVTControlCharacters(line)) / columns)),
  );
  const height = heights.reduce((sum, one) => sum + one, 0);
  if (height <= lines.length) return '';
  return `\r\u001b[${height}A\u001b[J${'\n'.repeat(lines.length)}`;
}
