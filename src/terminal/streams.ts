import { StringDecoder } from 'node:string_decoder';
import type { Context, Output } from '../base/context.js';
import { safeJson } from '../base/foreign-text.js';
import { formatAnnotation } from './github.js';
import { COLORED, readColumns, chooseStyle, type ColorWish, type Style } from './style.js';
import { breakLine } from './text.js';

/** The options that change what a command writes to stderr. */
export interface StreamWishes {
  readonly color: ColorWish;
  /** `--timestamps`: each line on stderr begins with the local time. */
  readonly timestamps: boolean;
  /** Lets only JSON pass: errors are JSON already; a notice becomes `{"notice":…}`, or is left out if not wanted. */
  readonly json?: { readonly notices: boolean };
  /** Each error also becomes an annotation of GitHub Actions. */
  readonly annotates?: boolean;
}

/** The beginning of each line of JSON on stderr. */
const JSON_LINE = '{"';
/** The columns of a time and of the blank behind it. */
const STAMP_COLUMNS = 26;
/** The fewest columns to which a line behind a time is broken, even in a narrower window. */
const NARROWEST_LINE = 30;

/**
 * Returns the context with a stderr that changes its lines: in a terminal they break between words and an error begins
 * red; then they get their time, become JSON, or get annotations. Questions and displays that move write to
 * `unfiltered`, which changes nothing.
 */
export function withFilteredStderr(context: Context, wishes: StreamWishes): Context {
  const { stderr } = context;
  const countTextColumns = (terminalWidth: number) =>
    wishes.timestamps
      ? Math.max(NARROWEST_LINE, terminalWidth - STAMP_COLUMNS)
      : Math.max(1, terminalWidth);
  const steps = [
    stderr.isTTY === true ? createLineBreaker(context, wishes, countTextColumns) : undefined,
    wishes.timestamps ? createTimestamper(context) : undefined,
    wishes.json && createJsonLinesFilter(wishes.json.notices),
    wishes.annotates === true ? addAnnotations : undefined,
  ];
  const applySteps = (written: string) =>
    steps.reduce((changed, step) => step?.(changed) ?? changed, written);
  return replaceInContext(context, {
    stderr: filterStream(stderr, { text: applySteps, columns: countTextColumns }),
  });
}

/** A context whose stdout changes JSON. */
export interface JsonStdout {
  readonly context: Context;
  /** Says that all further output is JSON, because a profile, which is read later than the options, asks for JSON. */
  readonly begin: () => void;
}

/** Returns the context with a stdout that changes JSON: from its first line if `isJsonNow`, otherwise from `begin` on. */
export function withChangedJson(
  context: Context,
  isJsonNow: boolean,
  changeJson: (json: string) => string,
): JsonStdout {
  let isJson = isJsonNow;
  const decoder = new StringDecoder('utf8');
  const text = (written: string) => (isJson ? changeJson(written) : written);
  const bytes = (written: Uint8Array) =>
    isJson ? changeJson(decoder.write(Buffer.from(written))) : written;
  const stdout = filterStream(context.stdout, { text, bytes });
  return { context: replaceInContext(context, { stdout }), begin: () => (isJson = true) };
}

// eslint-disable-next-line no-control-regex
const NOT_ASCII = /[^\u0000-\u007f]/g;

/**
 * Returns JSON in ASCII, because PowerShell reads a pipe in the code page of an old console. JSON has other characters
 * only inside strings, where `\u` may escape each of them, and each half of a surrogate pair.
 */
export function escapeNonAscii(json: string): string {
  return json.replace(
    NOT_ASCII,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A string, with the colon behind it if it is the name of a field; a number; or one of the words of JSON. */
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g;

/** Colors JSON for a terminal: names bold, strings green, numbers and words yellow. */
export function colorJson(json: string): string {
  return json.replace(TOKEN, (token, text?: string, colon?: string) => {
    if (text === undefined) return COLORED.yellow(token);
    return colon === undefined ? COLORED.green(text) : COLORED.bold(text) + colon;
  });
}

/** The parts of a stream that a filter changes: written text, written bytes, and the width that the stream reports. */
interface StreamFilter {
  readonly text: (text: string) => string;
  readonly bytes?: (bytes: Uint8Array) => string | Uint8Array;
  readonly columns?: (columns: number) => number;
}

/** Returns the context with other properties. A copy would open its streams, which are opened on first use. */
export function replaceInContext(context: Context, changed: Partial<Context>): Context {
  const get = (target: Context, name: string | symbol): unknown =>
    Reflect.get(Object.hasOwn(changed, name) ? changed : target, name);
  return new Proxy(context, { get });
}

function filterStream(stream: Output, { text, bytes, columns }: StreamFilter): Output {
  const write = (written: unknown, ...rest: unknown[]): unknown => {
    // The method is looked up at each write, because a live region replaces it.
    const originalWrite = Reflect.get(stream, 'write') as (...args: unknown[]) => unknown;
    const changedBytes =
      bytes !== undefined && written instanceof Uint8Array ? bytes(written) : written;
    const changed = typeof written === 'string' ? text(written) : changedBytes;
    return Reflect.apply(originalWrite, stream, [changed, ...rest]);
  };
  return new Proxy(stream, {
    get(target, name) {
      if (name === 'unfiltered') return target.unfiltered ?? target;
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
  countTextColumns: (terminalWidth: number) => number,
): (text: string) => string {
  const { paint } = chooseStyle(stderr, { env }, { color });
  const red = (word: string) => paint.bold(paint.red(word));
  const styleLine = (line: string) =>
    line.startsWith(JSON_LINE)
      ? line
      : breakLines(line, countTextColumns(readColumns(stderr))).replace(ERROR, red);
  return (text) => text.split('\n').map(styleLine).join('\n');
}

function createTimestamper({ clock }: Context): (text: string) => string {
  let isAtLineStart = true;
  return (text) => {
    const beganAtLineStart = isAtLineStart;
    if (text !== '') isAtLineStart = text.endsWith('\n');
    const time = formatLocalTime(clock.now());
    const addTime = (line: string, at: number) =>
      line === '' ||
      line.startsWith(JSON_LINE) ||
      line.startsWith('::') ||
      (at === 0 && !beganAtLineStart)
        ? line
        : `${time} ${line}`;
    return text.split('\n').map(addTime).join('\n');
  };
}

/**
 * Adds an annotation of GitHub Actions behind each error. An error is one line, with a time in front of it under
 * `--timestamps`, and lines with choices may follow. A line that GitHub Actions would run as a command, such as the
 * name of a file, gets a blank in front.
 */
function addAnnotations(text: string): string {
  const harmless = text.replace(/^(?=::(?!error::|warning::)|##\[)/gm, ' ');
  return harmless.replace(
    // The indented lines below an error are the choices that it offers.
    /^(?:\S+ )?confere: (.*(?:\n {2}'.*)*)\n/gm,
    (line, message: string) => `${line}${formatAnnotation('error', message)}`,
  );
}

function createJsonLinesFilter(areNoticesWanted: boolean): (text: string) => string {
  let unfinishedLine = '';
  const formatLine = (text: string) => {
    if (text.startsWith(JSON_LINE)) return `${text}\n`;
    return text === '' || !areNoticesWanted ? '' : `${safeJson({ notice: text })}\n`;
  };
  return (written) => {
    const lines = `${unfinishedLine}${written}`.split('\n');
    unfinishedLine = lines.pop() ?? '';
    return lines.map(formatLine).join('');
  };
}

/** Writes epoch ms as local time in ISO 8601, to the second and with its offset: `2026-11-22T07:13:09-03:00`. */
export function formatLocalTime(epochMs: number): string {
  const offset = -new Date(epochMs).getTimezoneOffset();
  const local = new Date(epochMs + offset * 60_000).toISOString().slice(0, 19);
  const minutes = Math.abs(offset);
  const padToTwo = (part: number) => String(Math.floor(part)).padStart(2, '0');
  return `${local}${offset < 0 ? '-' : '+'}${padToTwo(minutes / 60)}:${padToTwo(minutes % 60)}`;
}

/** Breaks lines between words to fit a terminal; for a file or a pipe the text stays. */
export function fitToTerminal(text: string, { isTerminal, columns }: Style): string {
  return isTerminal ? breakLines(text, columns) : text;
}

function breakLines(text: string, columns: number): string {
  const lines = text.split('\n').flatMap((line) => breakLine(line, columns - 1));
  return lines.join('\n');
}
