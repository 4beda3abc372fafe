import type { RateGroup } from './types.js';

export type EndpointName =
  | 'quota'
  | 'cpf'
  | 'cnpj'
  | 'realtimeCpf'
  | 'submitCpfBatch'
  | 'submitCnpjBatch'
  | 'cpfBatchJob'
  | 'cnpjBatchJob';

type Role = 'quota' | 'lookup' | 'submission' | 'status';

/** What the spec says of one endpoint ("Endpoints", "Limits"), as data. */
export interface Endpoint {
  readonly name: EndpointName;
  readonly method: 'GET' | 'POST';
  /** The path before its parameter, or the whole path where there is none. */
  readonly path: string;
  readonly role: Role;
  /** Whose per-minute count a request falls into; null where the spec counts nothing. */
  readonly rateGroup: RateGroup | null;
  /** Whether a request may cost credits, so that a lost answer leaves a doubt. */
  readonly mayCharge: boolean;
  /** Milliseconds for one request unless the options say otherwise. */
  readonly timeout: number;
  /** The largest answer that is read, in bytes after decompression. */
  readonly maxAnswer: number;
}

/** "a client timeout of about 10 s is advised" (spec, "Credit rules" 4). */
const SINGLE = 10_000;
const LONG = 60_000;
const MEGABYTE = 1024 * 1024;

const lookup = { method: 'GET', role: 'lookup', rateGroup: 'simple', mayCharge: true } as const;
const submission = { method: 'POST', role: 'submission', mayCharge: true } as const;
const status = { method: 'GET', role: 'status', rateGroup: null, mayCharge: false } as const;

const small = { timeout: SINGLE, maxAnswer: MEGABYTE } as const;
const slow = { timeout: LONG, maxAnswer: MEGABYTE } as const;
/** 10,000 CNPJ records in one answer are large (spec, "Credit rules" 3). */
const large = { timeout: LONG, maxAnswer: 256 * MEGABYTE } as const;

export const endpoints = {
  quota: {
    ...slow,
    name: 'quota',
    method: 'GET',
    path: '/quota',
    role: 'quota',
    rateGroup: null,
    mayCharge: false,
  },
  cpf: { ...lookup, ...small, name: 'cpf', path: '/cpf/' },
  cnpj: { ...lookup, ...small, name: 'cnpj', path: '/cnpj/' },
  realtimeCpf: {
    ...slow,
    name: 'realtimeCpf',
    method: 'POST',
    path: '/cpf/realtime',
    role: 'lookup',
    rateGroup: 'realtime',
    mayCharge: true,
  },
  // Only the CPF submission counts against the minute (spec, "Limits", Simple Lookup rate).
  submitCpfBatch: {
    ...submission,
    ...slow,
    name: 'submitCpfBatch',
    path: '/cpf/bulk',
    rateGroup: 'simple',
  },
  submitCnpjBatch: {
    ...submission,
    ...slow,
    name: 'submitCnpjBatch',
    path: '/cnpj/bulk',
    rateGroup: null,
  },
  cpfBatchJob: { ...status, ...large, name: 'cpfBatchJob', path: '/cpf/bulk/' },
  cnpjBatchJob: { ...status, ...large, name: 'cnpjBatchJob', path: '/cnpj/bulk/' },
} as const satisfies Record<EndpointName, Endpoint>;
