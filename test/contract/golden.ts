import { readdirSync, readFileSync } from 'node:fs';
import type { CallName } from './calls.js';

/** An answer of the service, written by hand from the spec section that it names. */
export interface Golden {
  readonly spec: string;
  readonly call: CallName;
  readonly request: { readonly method: string; readonly path: string; readonly body?: unknown };
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A string is plain text. */
  readonly body: { readonly data?: unknown } | string;
  /** What the client makes of `data` where it is more than the same fields. */
  readonly reads?: unknown;
  readonly error?: {
    readonly kind: string;
    readonly message: string | null;
    readonly code: string | null;
  };
}

/** A row of the spec's "Messages by status", with the endpoints and body forms that it names. */
export interface Message {
  readonly status: number;
  readonly message: string;
  readonly calls: readonly CallName[];
  /** Both where the spec leaves the form open. */
  readonly forms: readonly ('object' | 'string' | 'string+message')[];
}

const FOLDER = new URL('../../fixtures/wire/', import.meta.url);

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'));

export const golden = (name: string): Golden => read(`${name}.json`) as Golden;

export const goldenNames: readonly string[] = readdirSync(FOLDER)
  .map((name) => name.replace(/\.json$/, ''))
  .filter((name) => name !== 'messages');

export const messages = read('messages.json') as readonly Message[];

/** `data` of a golden success. */
export function goldenData(name: string): unknown {
  const { body } = golden(name);
  if (typeof body === 'string') throw new Error(`${name} is plain text`);
  return body.data;
}
