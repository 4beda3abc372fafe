import type { Context } from '../base/context.js';

/** Colours by meaning; without colour each function returns its text unchanged. */
export type Paint = Readonly<
  Record<'bold' | 'dim' | 'red' | 'green' | 'yellow', (text: string) => string>
>;

export interface Style {
  readonly isTerminal: boolean;
  readonly columns: number;
  readonly paint: Paint;
}

interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

type TerminalEnvironment = Pick<Context, 'env'>;

export type ColorWish = 'auto' | 'always' | 'never' | false;

/**
 * Whether a stream gets color: `--color` decides, then `NO_COLOR`, then the forcing variables, then whether it is a
 * terminal (contract, "Streams").
 */
export function mayColor(screen: Screen, { env }: TerminalEnvironment, color: ColorWish): boolean {
  if (color === 'always') return true;
  const forcing = [env['FORCE_COLOR'], env['CLICOLOR_FORCE']];
  const isForced = forcing.some((value) => !['', '0', undefined].includes(value));
  return (isForced && !isRefused(env, color)) || mayMove(screen, { env }, color);
}

/** Whether a stream may move its cursor: only in a terminal, and never where colour is refused. */
export function mayMove(
  { isTTY }: Screen,
  { env }: TerminalEnvironment,
  color: ColorWish,
): boolean {
  const isPlain = /^(dumb|emacs|unknown)$/.test(env['TERM'] ?? '') || Boolean(env['CI']);
  return isTTY === true && !isRefused(env, color) && !isPlain;
}

function isRefused(env: TerminalEnvironment['env'], color: ColorWish): boolean {
  return color === false || color === 'never' || Boolean(env['NO_COLOR']);
}

/** Returns the width; a terminal that does not know its size reports 0. */
export function terminalColumns({ columns }: Screen): number {
  return columns || 80;
}

export function terminalRows({ rows }: Screen): number {
  return rows || 24;
}

export function styleFor(
  stream: Screen,
  { env }: TerminalEnvironment,
  { color }: { readonly color: ColorWish },
): Style {
  return {
    isTerminal: stream.isTTY === true,
    columns: terminalColumns(stream),
    paint: mayColor(stream, { env }, color) ? COLOURED : PLAIN,
  };
}

const sgr = (on: number, off: number) => (text: string) => `\u001b[${on}m${text}\u001b[${off}m`;
const unchanged = (text: string) => text;

export const PLAIN: Paint = {
  bold: unchanged,
  dim: unchanged,
  red: unchanged,
  green: unchanged,
  yellow: unchanged,
};
export const COLOURED: Paint = {
  bold: sgr(1, 22),
  dim: sgr(2, 22),
  red: sgr(31, 39),
  green: sgr(32, 39),
  yellow: sgr(33, 39),
};
