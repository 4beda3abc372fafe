import type { RateGroup } from './types.js';

/** One endpoint of the spec ("Endpoints", "Limits"). */
export interface Endpoint {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** The path up to its parameter, or the whole path if it has none. */
  readonly path: string;
  readonly role: 'quota' | 'lookup' | 'submission' | 'status';
  /** The per-minute limit that a request counts toward; null if it does not count. */
  readonly rateGroup: RateGroup | null;
  /** Whether a request may cost credits. If its answer is lost, it may have been charged. */
  readonly mayCharge: boolean;
  /** Ms for one request, unless the options say otherwise. */
  readonly timeout: number;
  /** Bytes of an answer after decompression. */
  readonly maxAnswer: number;
}

/** "a client timeout of about 10 s is advised" (spec, "Credit rules" 4). */
const SHORT_TIMEOUT = 10_000;
const LONG_TIMEOUT = 60_000;
const MEGABYTE = 1024 * 1024;

const small = { timeout: SHORT_TIMEOUT, maxAnswer: MEGABYTE } as const;
const slow = { timeout: LONG_TIMEOUT, maxAnswer: MEGABYTE } as const;
/** 10,000 CNPJ records in one answer are large (spec, "Credit rules" 3). */
const large = { timeout: LONG_TIMEOUT, maxAnswer: 256 * MEGABYTE } as const;

const get = { method: 'GET', rateGroup: null, mayCharge: false } as const;
const lookup = { ...get, ...small, role: 'lookup', rateGroup: 'simple', mayCharge: true } as const;
const status = { ...get, ...large, role: 'status' } as const;
const post = { ...slow, method: 'POST', mayCharge: true } as const;
const submission = { ...post, role: 'submission' } as const;

export const endpoints = {
  quota: { ...get, ...slow, name: 'quota', path: '/quota', role: 'quota' },
  cpf: { ...lookup, name: 'cpf', path: '/cpf/' },
  cnpj: { ...lookup, name: 'cnpj', path: '/cnpj/' },
  realtimeCpf: {
    ...post,
    name: 'realtimeCpf',
    path: '/cpf/realtime',
    role: 'lookup',
    rateGroup: 'realtime',
  },
  // Of the two submissions, only this one counts toward the per-minute limit (spec, "Limits").
  submitCpfBatch: { ...submission, name: 'submitCpfBatch', path: '/cpf/bulk', rateGroup: 'simple' },
  submitCnpjBatch: { ...submission, name: 'submitCnpjBatch', path: '/cnpj/bulk', rateGroup: null },
  cpfBatchJob: { ...status, name: 'cpfBatchJob', path: '/cpf/bulk/' },
  cnpjBatchJob: { ...status, name: 'cnpjBatchJob', path: '/cnpj/bulk/' },
} as const satisfies Record<string, Endpoint>;
