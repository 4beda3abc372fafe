import { readdirSync, readFileSync } from 'node:fs';
import type { CallName } from './calls.js';

/** An answer of the service, written by hand from the named section of the spec. */
export interface Golden {
  readonly spec: string;
  readonly call: CallName;
  readonly request: { readonly method: string; readonly path: string; readonly body?: unknown };
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON value, or a string for plain text. */
  readonly body: { readonly data?: unknown } | string;
  /** The client's result, if it differs from the fields of `data`. */
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
  /** Both forms if the spec does not fix one. */
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
