import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { undescribed } from './described.js';
import { isKnown } from '../../src/sandbox/registry.js';
import { startSandbox, type SandboxOptions } from '../../src/sandbox/index.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { newFolder } from '../helpers/files/scratch.js';
import { idOf } from '../helpers/invented.js';

/** The fields of `data` that tests read; every answer is compared with the description. */
export interface Data {
  readonly cpf: string;
  readonly name: string;
  readonly birthDate: string;
  readonly cnpj: string;
  readonly jobId: string;
  readonly status: string;
  readonly processed: number;
  readonly found: number;
  readonly not_found: number;
  readonly skipped: number;
  readonly error: string | null;
  readonly cpfs: readonly { readonly cpf: string; readonly found: boolean }[];
  readonly cnpjs: readonly object[];
  readonly usedCredits: number;
  readonly remainingCredits: number;
  readonly plan: string;
  readonly billingStatus: string;
  readonly apiKey: string;
  readonly totalRecords: number;
  readonly invalid: number;
}

interface Body {
  readonly success: boolean;
  /** Null or nothing beside an error; a test that reads it expects an answer. */
  readonly data: Data;
  readonly error: unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Body;
}

/** A sandbox for one test, with its clock and functions to call it over HTTP. */
export async function open(options: Partial<SandboxOptions> = {}) {
  const clock = options.clock ?? createFakeClock();
  const usual = { clock, statePath: ':memory:', apiKey: 'sandbox-key' };
  const sandbox = await startSandbox({ ...usual, ...options });
  onTestFinished(() => sandbox.close());
  const call = caller(sandbox.baseUrl, sandbox.apiKey);
  return {
    sandbox,
    get: (path: string, headers?: Record<string, string>) => call('GET', path, undefined, headers),
    post: (path: string, body: unknown, headers?: Record<string, string>) =>
      call('POST', path, typeof body === 'string' ? body : JSON.stringify(body), headers),
    call,
  };
}

function caller(baseUrl: string, key: string) {
  return async (
    method: string,
    path: string,
    body?: string,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
      body,
    });
    const text = await response.text();
    const { status, headers: given } = response;
    const type = given.get('content-type') ?? '';
    const parsed: unknown = type.includes('json') ? JSON.parse(text) : {};
    // Every answer must match the served description, in every test.
    expect(undescribed({ method, path, status, type, body: parsed })).toBeUndefined();
    return { status, headers: given, text, body: parsed as Body };
  };
}

/** The n-th valid CPF and CNPJ of the tests. */
export const cpf = (n: number): string => idOf(String(100_000_000 + n));
export const cnpj = (n: number): string => idOf(`${10_000_000 + n}0001`);

/** `count` identifiers that the sandbox of seed 1 finds, or does not. */
export function some(make: (n: number) => string, found: boolean, count: number): string[] {
  const all = Array.from({ length: 300 + count * 12 }, (_, n) => make(n));
  return all.filter((id) => isKnown(id, 1) === found).slice(0, count);
}

export function one(make: (n: number) => string, found: boolean): string {
  return some(make, found, 1)[0] ?? '';
}

/** A path for a state file, in a folder that is deleted after the test. */
export const stateFile = () => join(newFolder(), 'state.db');
