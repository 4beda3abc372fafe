import { bare, isCnpj, isCpf, type Kind } from '../invented.js';

export type Endpoint = Kind | 'realtime';

export interface Answer {
  readonly status: number;
  /** The text `NOT_FOUND` when left out. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ShownJob {
  readonly id: string;
  readonly kind: Kind;
  readonly status: 'processing' | 'done' | 'failed';
  readonly fileName: string | null;
  readonly total: number;
  /** The identifiers that are counted, in any order; `named`: those that are named. */
  readonly counted: readonly Result[];
  readonly named: readonly Result[];
  readonly skipped: number;
  readonly error: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly recordOf: (id: string) => object;
}

export interface Result {
  readonly id: string;
  readonly found: boolean;
}

/** An account and its jobs: what stands behind the addresses of the service. */
export interface Backend {
  quota(): object;
  /** Whether the balance covers so many found records, or what is beyond is billed (spec, "Credit rules" 1). */
  covers(endpoint: Endpoint, records: number): boolean;
  /** Charges a found identifier, and gives its record. */
  lookUp(endpoint: Endpoint, id: string): object | undefined;
  /** Whether it is invalid although it looks valid. */
  rejects(id: string): boolean;
  /** The id of a new job; or why there is none. */
  accept(kind: Kind, ids: readonly string[], fileName: string | null): string | Answer;
  job(kind: Kind, id: string): ShownJob | undefined;
}

/** Answers a request as service-spec.md says; undefined where the service has no such address. */
export function answerOf(
  backend: Backend,
  method: string,
  path: string,
  body: Readonly<Record<string, unknown>>,
): Answer | undefined {
  const [, kind, first = '', second = ''] =
    /^\/(cpf|cnpj)\/([^/]+)(?:\/([^/]+))?$/.exec(path) ?? [];
  if (method === 'GET' && path === '/quota') return success(200, backend.quota());
  if (kind !== 'cpf' && kind !== 'cnpj') return undefined;
  if (method === 'POST' && first === 'realtime') return single(backend, 'realtime', body['cpf']);
  if (method === 'POST') return first === 'bulk' ? submission(backend, kind, body) : undefined;
  return first === 'bulk'
    ? status(backend, kind, second)
    : single(backend, kind, decodeURIComponent(path.slice(kind.length + 2)));
}

function single(backend: Backend, endpoint: Endpoint, text: unknown): Answer {
  const id = bare(String(text));
  const kind = endpoint === 'cnpj' ? 'CNPJ' : 'CPF';
  const isShaped = endpoint === 'cnpj' ? isCnpj(id) : /^\d{11}$/.test(id);
  if (!isShaped) return refusal(400, `${kind} inválido.`);
  if (kind === 'CPF' && !isCpf(id))
    return refusal(422, 'CPF inválido. Dígito verificador incorreto.');
  if (!backend.covers(endpoint, 1)) return refusal(403, 'Limite de créditos excedido');
  const record = backend.lookUp(endpoint, id);
  if (record !== undefined) return success(200, record);
  return refusal(404, `${kind} não encontrado na base de dados`);
}

function submission(
  backend: Backend,
  kind: Kind,
  { [`${kind}s`]: list, fileName }: Readonly<Record<string, unknown>>,
): Answer {
  if (!Array.isArray(list) || list.length === 0)
    return refusal(400, `Campo '${kind}s' deve ser um array não vazio.`);
  if (list.length > 10_000)
    return refusal(400, `Limite de 10000 ${kind.toUpperCase()}s por lote excedido.`);
  const isValid = (id: string) => (kind === 'cpf' ? isCpf(id) : isCnpj(id)) && !backend.rejects(id);
  const given = list.map((item) => (typeof item === 'string' ? bare(item) : ''));
  const ids = [...new Set(given.filter(isValid))];
  if (ids.length === 0)
    return refusal(422, `Nenhum ${kind.toUpperCase()} válido na lista enviada.`);
  if (!backend.covers(kind, ids.length))
    return refusal(403, `Créditos insuficientes para o lote: ${ids.length} necessários.`);
  const jobId = backend.accept(kind, ids, typeof fileName === 'string' ? fileName : null);
  if (typeof jobId === 'object') return jobId;
  const invalid = given.filter((id) => !isValid(id)).length;
  return success(202, { jobId, status: 'processing', totalRecords: ids.length, invalid });
}

function status(backend: Backend, kind: Kind, id: string): Answer {
  const job = backend.job(kind, id);
  return job === undefined ? refusal(404, 'Lote não encontrado.') : success(200, jobAnswer(job));
}

/** `data` of a batch status (spec, "CPF batch job", "CNPJ batch job"). */
function jobAnswer(job: ShownJob): Record<string, unknown> {
  const { kind, counted, named, skipped, recordOf } = job;
  const found = counted.filter((one) => one.found).length;
  return {
    id: job.id,
    status: job.status,
    file_name: job.fileName,
    format: null,
    total_records: job.total,
    processed: counted.length + skipped,
    found,
    not_found: counted.length - found,
    skipped,
    error: job.error,
    created_at: job.createdAt,
    updated_at: job.updatedAt,
    [`${kind}s`]: named.map(({ id, found: isFound }) => {
      if (kind === 'cnpj') return { cnpj: id, found: isFound, data: isFound ? recordOf(id) : null };
      return { ...(isFound ? recordOf(id) : NOBODY), cpf: id, found: isFound };
    }),
  };
}

const NOBODY = {
  name: null,
  nameUpper: null,
  gender: null,
  birthDate: null,
  day: null,
  month: null,
  year: null,
};

export function success(status: number, data: unknown): Answer {
  return { status, body: { success: true, data } };
}

export function refusal(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return { status, body: { success: false, data: null, error: { message } }, headers };
}
