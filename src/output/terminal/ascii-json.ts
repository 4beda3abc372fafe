import { StringDecoder } from 'node:string_decoder';
import type { Context } from '../../context.js';
import { changing } from './stderr-lines.js';

// eslint-disable-next-line no-control-regex
const NOT_ASCII = /[^\u0000-\u007f]/g;

/** Whether a command line asks for JSON on stdout. */
function asksForJson(argv: readonly string[]): boolean {
  const words = argv.join(' ');
  return argv.includes('--json') || /(?:^| )--format[= ]jsonl?(?: |$)/.test(words);
}

export interface AsciiJson {
  readonly context: Context;
  /** From now on what is written is JSON: a profile may ask for it, too. */
  readonly begin: () => void;
}

/**
 * The same context, whose JSON on stdout is ASCII: PowerShell reads what a program pipes in the code page of an old
 * console. Outside of texts JSON has no other characters, so each may be escaped.
 */
export function withAsciiJson(context: Context, argv: readonly string[]): AsciiJson {
  let isJson = asksForJson(argv);
  const decoder = new StringDecoder('utf8');
  const text = (written: string) => (isJson ? written.replace(NOT_ASCII, escaped) : written);
  const bytes = (written: Uint8Array) =>
    isJson ? text(decoder.write(Buffer.from(written))) : written;
  const stdout = changing(context.stdout, { text, bytes });
  const changed = new Proxy(context, {
    get: (target, name) =>
      name === 'stdout' ? stdout : (Reflect.get(target, name, target) as unknown),
  });
  return { context: changed, begin: () => (isJson = true) };
}

/** Each half of a pair by itself, as JSON has it. */
function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
