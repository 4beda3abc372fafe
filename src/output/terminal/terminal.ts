import type { Context } from '../../context.js';

/** Colours by meaning; without colour each function returns its text unchanged. */
export type Paint = Readonly<
  Record<'bold' | 'dim' | 'red' | 'green' | 'yellow', (text: string) => string>
>;

export interface Look {
  readonly isTerminal: boolean;
  readonly columns: number;
  readonly paint: Paint;
}

interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

type Surroundings = Pick<Context, 'env'>;

const DEFAULT_COLUMNS = 80;
const DEFAULT_ROWS = 24;

export type ColorWish = 'auto' | 'always' | 'never' | false;

/** Variables that ask for colour where the stream is no terminal; the empty text and 0 ask for nothing. */
const FORCING = ['FORCE_COLOR', 'CLICOLOR_FORCE'] as const;

/** The option decides, then `NO_COLOR`, then what forces it, and otherwise a terminal (contract, "Streams"). */
export function mayColor(
  { isTTY }: Pick<Screen, 'isTTY'>,
  { env }: Surroundings,
  color: ColorWish,
): boolean {
  if (color === 'always') return true;
  if (color === false || color === 'never' || Boolean(env['NO_COLOR'])) return false;
  if (FORCING.some((name) => !['', '0', undefined].includes(env[name]))) return true;
  return isTTY === true && !isPlain(env);
}

/** Whether a stream may move its cursor: only in a terminal, and never where colour is refused. */
export function mayMove(
  { isTTY }: Pick<Screen, 'isTTY'>,
  { env }: Surroundings,
  color: ColorWish,
): boolean {
  const isRefused = color === false || color === 'never' || Boolean(env['NO_COLOR']);
  return isTTY === true && !isRefused && !isPlain(env);
}

function isPlain(env: Surroundings['env']): boolean {
  return /^(dumb|emacs|unknown)$/.test(env['TERM'] ?? '') || Boolean(env['CI']);
}

/** The width of the terminal; one that does not know its width reports 0. */
export function columnsOf({ columns = 0 }: Pick<Screen, 'columns'>): number {
  return columns > 0 ? columns : DEFAULT_COLUMNS;
}

export function rowsOf({ rows = 0 }: Pick<Screen, 'rows'>): number {
  return rows > 0 ? rows : DEFAULT_ROWS;
}

export function lookOf(
  stream: Screen,
  { env }: Surroundings,
  { color }: { readonly color: ColorWish },
): Look {
  return {
    isTerminal: stream.isTTY === true,
    columns: columnsOf(stream),
    paint: mayColor(stream, { env }, color) ? COLOURED : PLAIN,
  };
}

const sgr = (on: number, off: number) => (text: string) => `\u001b[${on}m${text}\u001b[${off}m`;
const same = (text: string) => text;

export const PLAIN: Paint = { bold: same, dim: same, red: same, green: same, yellow: same };
export const COLOURED: Paint = {
  bold: sgr(1, 22),
  dim: sgr(2, 22),
  red: sgr(31, 39),
  green: sgr(32, 39),
  yellow: sgr(33, 39),
};
