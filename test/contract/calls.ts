import { readdirSync, readFileSync } from 'node:fs';
import type { BatchJob, ServiceClient } from '../../src/service/index.js';
import { ok, type Step } from '../service/support.js';

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

const FOLDER = new URL('../../fixtures/wire/', import.meta.url);

export const golden = (name: string): Golden =>
  JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8')) as Golden;

export const goldenNames: readonly string[] = readdirSync(FOLDER).map((name) =>
  name.replace(/\.json$/, ''),
);

/** `data` of a golden success. */
export function goldenData(name: string): unknown {
  const { body } = golden(name);
  if (typeof body === 'string') throw new Error(`${name} is plain text`);
  return body.data;
}

const CPFS = ['52998224725', '12345678909'] as const;
const CNPJS = ['12ABC34501DE35', '11222333000181'] as const;
/** The id of the job in the golden answers. */
export const JOB = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const LABELS = { fileName: 'clientes.csv', format: 'CSV' } as const;

interface EndpointCall {
  /** The path of the spec's "Endpoints", with the arguments of the tests. */
  readonly line: string;
  readonly run: (client: ServiceClient) => Promise<unknown>;
  /** The result that the client makes of its golden success. */
  readonly data: unknown;
  readonly successStatus: 200 | 202;
}

/** Every endpoint of the spec, called with the arguments of the golden answers. */
export const calls = {
  quota: endpoint('GET /quota', 'quota', (client) => client.quota()),
  cpf: endpoint(`GET /cpf/${CPFS[0]}`, 'cpf', (client) => client.cpf(CPFS[0])),
  cnpj: endpoint(`GET /cnpj/${CNPJS[0]}`, 'cnpj', (client) => client.cnpj(CNPJS[0])),
  realtimeCpf: endpoint('POST /cpf/realtime', 'cpf-realtime', (client) =>
    client.realtimeCpf(CPFS[0], '07/03/1985'),
  ),
  submitCpfBatch: endpoint('POST /cpf/bulk', 'cpf-bulk', (client) =>
    client.submitJob('cpf', CPFS, LABELS),
  ),
  submitCnpjBatch: endpoint('POST /cnpj/bulk', 'cnpj-bulk', (client) =>
    client.submitJob('cnpj', CNPJS, LABELS),
  ),
  cpfBatchJob: endpoint(`GET /cpf/bulk/${JOB}`, 'cpf-bulk-job', (client) =>
    client.batchJob('cpf', JOB).then(asGolden),
  ),
  cnpjBatchJob: endpoint(`GET /cnpj/bulk/${JOB}`, 'cnpj-bulk-job', (client) =>
    client.batchJob('cnpj', JOB).then(asGolden),
  ),
} as const satisfies Record<string, EndpointCall>;

export type CallName = keyof typeof calls;

export const allCalls = Object.keys(calls) as readonly CallName[];
/** The calls that may cost credits. */
export const charging = [
  'cpf',
  'cnpj',
  'realtimeCpf',
  'submitCpfBatch',
  'submitCnpjBatch',
] as const satisfies readonly CallName[];
/** The free calls. */
export const free = ['quota', 'cpfBatchJob', 'cnpjBatchJob'] as const;

/** The golden success of a call. */
export const success = (name: CallName): Step => ok(calls[name].data, calls[name].successStatus);

/** Parses the records of a result. */
function asGolden(answer: BatchJob) {
  const values = answer.results.map(({ id, found, record }) => ({
    id,
    found,
    data: record === null ? null : (JSON.parse(record.toString()) as unknown),
  }));
  return { ...answer, results: values };
}

function endpoint(line: string, name: string, run: EndpointCall['run']): EndpointCall {
  return { line, run, data: goldenData(name), successStatus: line.endsWith('/bulk') ? 202 : 200 };
}
