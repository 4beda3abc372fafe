import type { Context } from '../base/context.js';

/** Functions that color a text; without color each returns its text unchanged. */
export type Paint = Readonly<
  Record<'bold' | 'dim' | 'red' | 'green' | 'yellow', (text: string) => string>
>;

/** How text is written to one stream. */
export interface Style {
  readonly isTerminal: boolean;
  readonly columns: number;
  readonly paint: Paint;
}

/** The properties of a stream that only a terminal has. */
interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

type TerminalEnvironment = Pick<Context, 'env'>;

/** The value of `--color`; false for `--no-color`. */
export type ColorWish = 'auto' | 'always' | 'never' | false;

/**
 * Whether a stream gets color: `--color` decides, then `NO_COLOR`, then the forcing variables, then whether it is a
 * terminal (contract, "Streams").
 */
export function mayColor(screen: Screen, { env }: TerminalEnvironment, color: ColorWish): boolean {
  if (color === 'always') return true;
  const forcing = [env['FORCE_COLOR'], env['CLICOLOR_FORCE']];
  const isForced = forcing.some((value) => !['', '0', undefined].includes(value));
  return (isForced && !isColorRefused(env, color)) || mayMove(screen, { env }, color);
}

/** Whether a stream may move its cursor: only in a terminal, and never where color is refused. */
export function mayMove(
  { isTTY }: Screen,
  { env }: TerminalEnvironment,
  color: ColorWish,
): boolean {
  const cannotMove = /^(dumb|emacs|unknown)$/.test(env['TERM'] ?? '') || Boolean(env['CI']);
  return isTTY === true && !isColorRefused(env, color) && !cannotMove;
}

function isColorRefused(env: TerminalEnvironment['env'], color: ColorWish): boolean {
  return color === false || color === 'never' || Boolean(env['NO_COLOR']);
}

/** Returns the width; a terminal that does not know its size reports 0. */
export function readColumns({ columns }: Screen): number {
  return columns || 80;
}

export function readRows({ rows }: Screen): number {
  return rows || 24;
}

export function chooseStyle(
  stream: Screen,
  { env }: TerminalEnvironment,
  { color }: { readonly color: ColorWish },
): Style {
  return {
    isTerminal: stream.isTTY === true,
    columns: readColumns(stream),
    paint: mayColor(stream, { env }, color) ? COLORED : PLAIN,
  };
}

/** Creates a function that puts a text between two codes of SGR (Select Graphic Rendition). */
const createPainter = (on: number, off: number) => (text: string) =>
  `\u001b[${on}m${text}\u001b[${off}m`;
const unchanged = (text: string) => text;

export const PLAIN: Paint = {
  bold: unchanged,
  dim: unchanged,
  red: unchanged,
  green: unchanged,
  yellow: unchanged,
};
export const COLORED: Paint = {
  bold: createPainter(1, 22),
  dim: createPainter(2, 22),
  red: createPainter(31, 39),
  green: createPainter(32, 39),
  yellow: createPainter(33, 39),
};
