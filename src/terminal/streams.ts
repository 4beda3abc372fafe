import { StringDecoder } from 'node:string_decoder';
import type { Context, Output } from '../base/context.js';
import { safeJson } from '../base/foreign-text.js';
import { annotation } from './github.js';
import { COLOURED, terminalColumns, styleFor, type ColorWish, type Style } from './style.js';
import { breakLine } from './text.js';

export interface StreamWishes {
  readonly color: ColorWish;
  /** `--timestamps`: each line on stderr begins with the local time. */
  readonly timestamps: boolean;
  /** Stderr has lines of JSON only: errors unchanged, notices as `{"notice":…}` or, unless wanted, not at all. */
  readonly json?: { readonly notices: boolean };
  readonly annotates?: boolean;
}

const JSON_LINE = '{"';
/** Columns of a time and the blank behind it. */
const STAMP = 26;
/** Columns. Lines are not broken into shorter ones, even in a narrower window. */
const NARROWEST = 30;

/**
 * Changes the lines on their way to stderr: in a terminal they break between words and an error begins red; then they get
 * their time, or become JSON. Displays that move and questions use `bare`.
 */
export function withStderr(context: Context, wishes: StreamWishes): Context {
  const { stderr } = context;
  const columns = (all: number) =>
    wishes.timestamps ? Math.max(NARROWEST, all - STAMP) : Math.max(1, all);
  const steps = [
    stderr.isTTY === true ? createLineBreaker(context, wishes, columns) : undefined,
    wishes.timestamps ? createTimestamper(context) : undefined,
    wishes.json && createJsonLinesFilter(wishes.json.notices),
    wishes.annotates === true ? addAnnotations : undefined,
  ];
  const text = (written: string) =>
    steps.reduce((changed, step) => step?.(changed) ?? changed, written);
  return replaceInContext(context, { stderr: filterStream(stderr, { text, columns }) });
}

export interface JsonStdout {
  readonly context: Context;
  /** Declares that all further output is JSON, which a profile may ask for, too. */
  readonly begin: () => void;
}

/** Changes the JSON on stdout: from the first line if `isJsonNow`, otherwise from `begin` on. */
export function withJson(
  context: Context,
  isJsonNow: boolean,
  change: (json: string) => string,
): JsonStdout {
  let isJson = isJsonNow;
  const decoder = new StringDecoder('utf8');
  const text = (written: string) => (isJson ? change(written) : written);
  const bytes = (written: Uint8Array) =>
    isJson ? change(decoder.write(Buffer.from(written))) : written;
  const stdout = filterStream(context.stdout, { text, bytes });
  return { context: replaceInContext(context, { stdout }), begin: () => (isJson = true) };
}

// eslint-disable-next-line no-control-regex
const NOT_ASCII = /[^\u0000-\u007f]/g;

/**
 * Writes JSON in ASCII, because PowerShell reads a pipe in the code page of an old console. JSON has other characters only
 * inside strings, so each may be escaped, each half of a surrogate pair by itself.
 */
export function asciiJson(json: string): string {
  return json.replace(
    NOT_ASCII,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A string, with the colon that makes it a name; a number; or a word. */
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g;

/** Colors JSON for a terminal: names bold, strings green, numbers and words yellow. */
export function coloredJson(json: string): string {
  return json.replace(TOKEN, (token, text?: string, colon?: string) => {
    if (text === undefined) return COLOURED.yellow(token);
    return colon === undefined ? COLOURED.green(text) : COLOURED.bold(text) + colon;
  });
}

interface StreamFilter {
  readonly text: (text: string) => string;
  readonly bytes?: (bytes: Uint8Array) => string | Uint8Array;
  readonly columns?: (columns: number) => number;
}

/** Replaces properties of a context. Its streams are still opened on first use. */
export function replaceInContext(context: Context, changed: Partial<Context>): Context {
  const get = (target: Context, name: string | symbol): unknown =>
    Reflect.get(Object.hasOwn(changed, name) ? changed : target, name);
  return new Proxy(context, { get });
}

function filterStream(stream: Output, { text, bytes, columns }: StreamFilter): Output {
  const write = (written: unknown, ...rest: unknown[]): unknown => {
    // The method is looked up at each write, because a live region replaces it.
    const real = Reflect.get(stream, 'write') as (...args: unknown[]) => unknown;
    const changedBytes =
      bytes !== undefined && written instanceof Uint8Array ? bytes(written) : written;
    const changed = typeof written === 'string' ? text(written) : changedBytes;
    return Reflect.apply(real, stream, [changed, ...rest]);
  };
  return new Proxy(stream, {
    get(target, name) {
      if (name === 'bare') return target.bare ?? target;
      if (name === 'write') return write;
      const value = Reflect.get(target, name, target) as unknown;
      if (name === 'columns' && typeof value === 'number' && value > 0)
        return columns?.(value) ?? value;
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/** The beginning of every error, and of nothing else. */
const ERROR = /^confere:/;

function createLineBreaker(
  { stderr, env }: Context,
  { color }: StreamWishes,
  columns: (all: number) => number,
): (text: string) => string {
  const { paint } = styleFor(stderr, { env }, { color });
  const red = (word: string) => paint.bold(paint.red(word));
  const show = (line: string) =>
    line.startsWith(JSON_LINE)
      ? line
      : breakLines(line, columns(terminalColumns(stderr))).replace(ERROR, red);
  return (text) => text.split('\n').map(show).join('\n');
}

function createTimestamper({ clock }: Context): (text: string) => string {
  let isAtStart = true;
  return (text) => {
    const begins = isAtStart;
    if (text !== '') isAtStart = text.endsWith('\n');
    const time = isoLocal(clock.now());
    const stamp = (line: string, at: number) =>
      line === '' || line.startsWith(JSON_LINE) || line.startsWith('::') || (at === 0 && !begins)
        ? line
        : `${time} ${line}`;
    return text.split('\n').map(stamp).join('\n');
  };
}

/**
 * Adds an annotation of GitHub Actions to each error, which is one line; with `--timestamps` it begins with its time. A
 * line that would be another command of the runner, such as the name of a file, is made harmless.
 */
function addAnnotations(text: string): string {
  const harmless = text.replace(/^(?=::(?!error::|warning::)|##\[)/gm, ' ');
  return harmless.replace(
    // The lines of choices belong to the error above them.
    /^(?:\S+ )?confere: (.*(?:\n {2}'.*)*)\n/gm,
    (line, message: string) => `${line}${annotation('error', message)}`,
  );
}

function createJsonLinesFilter(areNoticesWanted: boolean): (text: string) => string {
  let unended = '';
  const line = (text: string) => {
    if (text.startsWith(JSON_LINE)) return `${text}\n`;
    return text === '' || !areNoticesWanted ? '' : `${safeJson({ notice: text })}\n`;
  };
  return (written) => {
    const lines = `${unended}${written}`.split('\n');
    unended = lines.pop() ?? '';
    return lines.map(line).join('');
  };
}

/** Writes epoch ms as local time in ISO 8601, to the second and with its offset: `2026-11-22T07:13:09-03:00`. */
export function isoLocal(at: number): string {
  const offset = -new Date(at).getTimezoneOffset();
  const local = new Date(at + offset * 60_000).toISOString().slice(0, 19);
  const minutes = Math.abs(offset);
  const two = (part: number) => String(Math.floor(part)).padStart(2, '0');
  return `${local}${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** Breaks lines between words to fit a terminal; elsewhere the text stays. */
export function fitToTerminal(text: string, { isTerminal, columns }: Style): string {
  return isTerminal ? breakLines(text, columns) : text;
}

function breakLines(text: string, columns: number): string {
  const lines = text.split('\n').flatMap((line) => breakLine(line, columns - 1));
  return lines.join('\n');
}
