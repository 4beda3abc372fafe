import type { HttpBindings } from '@hono/node-server';
import type { Hono, HonoRequest } from 'hono';
import type { IdentifierKind } from '../identifiers/types.js';
import {
  canPay,
  charge,
  findKeyRefusal,
  readQuota,
  readAccount,
  requireBatchCredits,
} from './account.js';
import { makeCompany } from './companies.js';
import { type EndpointName, ENDPOINTS, type LookupRate, findSuccessStatus } from './endpoints.js';
import {
  type Effect,
  takeFirstTimeEffect,
  runWithEffects,
  suspendKey,
  useUpSuspension,
  findTriggeredEffects,
} from './faults.js';
import type { SandboxContext } from './context.js';
import {
  advanceJobs,
  createJob,
  findJob,
  buildJobRecord,
  readLabel,
  readSubmission,
  requirePendingSlot,
} from './jobs.js';
import { makePerson } from './people.js';
import { Drop, Refusal, createRefusal, buildSuccessBody } from './refusals.js';
import { isKnown, readRequestIdentifier, findTrigger } from './registry.js';

export interface Env {
  Bindings: HttpBindings;
}

export type App = Hono<Env>;

type Body = Readonly<Record<string, unknown>>;

interface Request {
  readonly key: string;
  /** The decoded parameter of the path; empty if there is none. */
  readonly parameter: string;
  readonly body: Body;
}

/** The work of a valid request, and the effects of its test identifier or label. */
interface Task {
  readonly effects?: readonly Effect[];
  readonly work: () => unknown;
}

export function addRoute(app: App, context: SandboxContext, endpoint: EndpointName): void {
  const { method, path } = ENDPOINTS[endpoint];
  app.on(method, path.replace(/\{(\w+)\}/, ':$1'), async (c) => {
    // The router treats HEAD like GET, but a record that is not sent must not cost credits.
    if (c.req.method !== method) return c.notFound();
    const key = admitRequest(context, endpoint, c.req.header('x-api-key'));
    const parameters: Readonly<Record<string, string>> = c.req.param();
    const [parameter = ''] = Object.values(parameters);
    const body = method === 'POST' ? await readBody(c.req) : {};
    const task = TASKS[endpoint](context, { key, parameter, body });
    const effects = [...context.findFaultEffects(endpoint, c.req.path), ...(task.effects ?? [])];
    const data = await runWithEffects(context, effects, task.work);
    return c.json(buildSuccessBody(data), findSuccessStatus(endpoint));
  });
}

/**
 * The largest body (bytes), well above 10,000 formatted identifiers, so that a longer list is refused for its number.
 */
const LARGEST_BODY = 64 * 1024 * 1024;

/**
 * Reads a body; anything but a JSON object becomes an object without fields. @throws Refusal 413 before it reads the
 * rest; Drop if the client closes the connection
 */
async function readBody(request: HonoRequest): Promise<Body> {
  requireSize(Number(request.header('content-length') ?? 0));
  const text = await readText(request.raw.body);
  if (!/^application\/json\s*(?:;|$)/i.test(request.header('content-type') ?? '')) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

async function readText(stream: ReadableStream<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of stream ?? []) {
      size += chunk.byteLength;
      requireSize(size);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof Refusal ? error : new Drop();
  }
  return Buffer.concat(chunks).toString('utf8');
}

function requireSize(bytes: number): void {
  if (bytes > LARGEST_BODY) throw new Refusal(413, 'Corpo da requisição grande demais.');
}

/** Checks the key and the rate limit, and advances the jobs. @throws Refusal */
function admitRequest(context: SandboxContext, endpoint: EndpointName, key = ''): string {
  const { db, clock, rates } = context;
  const keyRefusal = findKeyRefusal(db, key);
  if (keyRefusal !== undefined) throw createRefusal(context, keyRefusal);
  const { countsToward } = ENDPOINTS[endpoint];
  // A refusal that is thrown within the transaction would roll back the count.
  const isOverLimit = db.transaction(() => {
    advanceJobs(db, clock.now());
    return (
      countsToward !== undefined && countRequest(context, key, countsToward) > rates[countsToward]
    );
  });
  if (isOverLimit) throw createRefusal(context, 'rate-limited');
  return key;
}

const MINUTE = 60_000;

function countRequest({ db, clock }: SandboxContext, apiKey: string, rate: LookupRate): number {
  db.prepare(
    `INSERT INTO requests VALUES (?, ?, ?, 1) ON CONFLICT DO UPDATE SET
       count = CASE WHEN minute = excluded.minute THEN count + 1 ELSE 1 END, minute = excluded.minute`,
  ).run(apiKey, rate, Math.floor(clock.now() / MINUTE));
  const select = db.prepare('SELECT count FROM requests WHERE api_key = ? AND lookup = ?');
  return Number(select.get(apiKey, rate)?.['count']);
}

const TASKS: Readonly<Record<EndpointName, (context: SandboxContext, request: Request) => Task>> = {
  cpf(context, { parameter, key }) {
    const id = requireCpf(parameter);
    return prepareLookup(context, 'cpf', id, key, () => makePerson(id, context.seed));
  },
  cnpj(context, { parameter, key }) {
    const reading = readRequestIdentifier('cnpj', parameter);
    if (!reading.valid)
      throw new Refusal(400, 'CNPJ inválido. Formato ou dígito verificador incorreto.');
    return prepareLookup(context, 'cnpj', reading.id, key, () =>
      makeCompany(reading.id, context.seed),
    );
  },
  realtime(context, { body, key }) {
    const id = requireCpf(typeof body['cpf'] === 'string' ? body['cpf'] : '');
    const birthDate = readBirthDate(body['birthDate']);
    return prepareLookup(context, 'realtime', id, key, () => {
      const person = makePerson(id, context.seed);
      if (person.birthDate === birthDate) return person;
      throw createRefusal(context, 'authority-refuses');
    });
  },
  cpfSubmit: (context, request) => prepareSubmission(context, 'cpf', request),
  cnpjSubmit: (context, request) => prepareSubmission(context, 'cnpj', request),
  cpfJob: (context, request) => prepareStatus(context, 'cpf', request),
  cnpjJob: (context, request) => prepareStatus(context, 'cnpj', request),
  quota: ({ db, clock }, { key }) => ({
    effects: useUpSuspension(db, key),
    work: () => readQuota(db, clock.now()),
  }),
};

/** @throws Refusal 400 without 11 digits, 422 for wrong check digits or repeated digits */
function requireCpf(text: string): string {
  const reading = readRequestIdentifier('cpf', text);
  if (reading.valid) return reading.id;
  const hasCpfDigits = reading.reason === 'check_digit' || reading.reason === 'repeated';
  throw hasCpfDigits
    ? new Refusal(422, 'CPF inválido. Dígito verificador incorreto.')
    : new Refusal(400, 'CPF inválido. Deve conter 11 dígitos.');
}

/** Reads `DD/MM/YYYY` or `DDMMYYYY` and returns `DD/MM/YYYY`. @throws Refusal 400, also for an invalid date */
function readBirthDate(value: unknown): string {
  const text = typeof value === 'string' ? value : '';
  const [, day, month, year] =
    /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text) ?? /^(\d\d)(\d\d)(\d{4})$/.exec(text) ?? [];
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  if (!Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day))
    return `${day}/${month}/${year}`;
  throw new Refusal(400, 'Data de nascimento inválida. Use o formato DD/MM/YYYY ou DDMMYYYY');
}

const NOT_FOUND_REFUSALS = {
  cpf: 'cpf-not-found',
  cnpj: 'cnpj-not-found',
  realtime: 'authority-knows-none',
} as const;

/**
 * Prepares a lookup, which charges only a found record (spec, "Limits", credit rule 1). If `makeRecord` throws a
 * Refusal, nothing is charged.
 */
function prepareLookup(
  context: SandboxContext,
  endpoint: keyof typeof NOT_FOUND_REFUSALS,
  id: string,
  key: string,
  makeRecord: () => object,
): Task {
  const { db, clock, seed } = context;
  const trigger = findTrigger(id);
  if (trigger === 'suspended-key') suspendKey(db, key);
  const noCredits = endpoint === 'cnpj' ? 'no-credits-cnpj' : 'no-credits';
  return {
    effects: findTriggeredEffects(db, endpoint, id, trigger),
    work: () =>
      db.transaction(() => {
        const account = readAccount(db, clock.now());
        const cost = account.costs[endpoint];
        if (!canPay(account, cost)) throw createRefusal(context, noCredits);
        if (!isKnown(id, seed)) throw createRefusal(context, NOT_FOUND_REFUSALS[endpoint]);
        const record = makeRecord();
        charge(db, cost);
        return record;
      }),
  };
}

/** The effects of those labels that concern the submission itself. */
const SUBMISSION_EFFECTS: Readonly<Record<string, Effect>> = {
  'sandbox:lost-request': { type: 'drop', when: 'before' },
  'sandbox:lost-answer': { type: 'drop', when: 'after' },
};

function prepareSubmission(
  context: SandboxContext,
  kind: IdentifierKind,
  { key, body }: Request,
): Task {
  const { db } = context;
  const submission = readSubmission(kind, body);
  const fileName = submission.fileName ?? '';
  const label = readLabel(submission.fileName);
  return {
    effects: takeFirstTimeEffect(
      context,
      fileName,
      label === undefined ? undefined : SUBMISSION_EFFECTS[label],
    ),
    work: () => {
      const totalRecords = submission.items.length;
      const jobId = db.transaction(() => {
        requireBatchCredits(context, kind, totalRecords);
        requirePendingSlot(context, kind);
        return createJob(context, submission, key);
      });
      return { jobId, status: 'processing', totalRecords, invalid: submission.invalid };
    },
  };
}

/** Prepares the answer about a job; such requests are free and count toward no rate limit. */
function prepareStatus(
  context: SandboxContext,
  kind: IdentifierKind,
  { key, parameter }: Request,
): Task {
  const job = findJob(context, kind, parameter, key);
  return { work: () => buildJobRecord(context.db, job) };
}
