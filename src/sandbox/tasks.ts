import type { IdentifierKind } from '../identifiers/types.js';
import { canPay, charge, quota, readAccount, requireBatchCredits } from './account.js';
import { company } from './companies.js';
import type { Context } from './context.js';
import { refusalFacts, triggeredEffects } from './effects.js';
import type { Endpoint } from './endpoints.js';
import { createJob, findJob, jobRecord, requirePendingSlot } from './jobs.js';
import { person } from './people.js';
import { Refusal, refusal } from './refusals.js';
import { isKnown, readRequestIdentifier, triggerOf } from './registry.js';
import type { Request, Task } from './route.js';
import { readLabel, readSubmission, type Submission } from './submissions.js';

/** What each endpoint does with a request whose key and limit were checked. */
export const TASKS: Readonly<Record<Endpoint, (context: Context, request: Request) => Task>> = {
  cpf(context, { parameter }) {
    const id = requireCpf(parameter);
    return lookup(context, 'cpf', id, () => person(id, context.seed));
  },
  cnpj(context, { parameter }) {
    const reading = readRequestIdentifier('cnpj', parameter);
    if (!reading.valid)
      throw new Refusal(400, 'CNPJ inválido. Formato ou dígito verificador incorreto.');
    return lookup(context, 'cnpj', reading.id, () => company(reading.id, context.seed));
  },
  /** Returns the record of the simple lookup if the birth date matches it. */
  realtime(context, { body }) {
    const id = requireCpf(typeof body['cpf'] === 'string' ? body['cpf'] : '');
    const birthDate = readBirthDate(body['birthDate']);
    return lookup(context, 'realtime', id, () => {
      const found = person(id, context.seed);
      if (found.birthDate === birthDate) return found;
      throw refusal('authority-refuses');
    });
  },
  cpfSubmit: (context, request) => submission(context, 'cpf', request),
  cnpjSubmit: (context, request) => submission(context, 'cnpj', request),
  cpfJob: (context, request) => status(context, 'cpf', request),
  cnpjJob: (context, request) => status(context, 'cnpj', request),
  quota: ({ db, clock }) => ({ subject: 'quota', work: () => quota(db, clock.now()) }),
};

/** @throws Refusal 400 without 11 digits, 422 for wrong check digits or repeated digits */
function requireCpf(text: string): string {
  const reading = readRequestIdentifier('cpf', text);
  if (reading.valid) return reading.id;
  const isShaped = reading.reason === 'check_digit' || reading.reason === 'repeated';
  throw isShaped
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

type Single = 'cpf' | 'cnpj' | 'realtime';

const MISSING: Readonly<Record<Single, (context: Context, id: string) => Refusal>> = {
  cpf: (context, id) => refusal('cpf-not-found', refusalFacts(context, id)),
  cnpj: (context, id) => refusal('cnpj-not-found', refusalFacts(context, id)),
  realtime: () => new Refusal(422, 'CPF não encontrado na Receita Federal.'),
};

/**
 * Checks that the balance covers the cost (spec, "Limits", credit rule 1), then makes the record. Only a
 * found record is charged (costs); `record` may throw a Refusal, and then nothing is.
 */
function lookup(context: Context, endpoint: Single, id: string, record: () => object): Task {
  const { db, clock, seed } = context;
  const noCredits = endpoint === 'cnpj' ? 'no-credits-cnpj' : 'no-credits';
  return {
    subject: id,
    effects: triggeredEffects(db, endpoint, id, triggerOf(id)),
    work: () =>
      db.transaction(() => {
        const account = readAccount(db, clock.now());
        const cost = account.costs[endpoint];
        if (!canPay(account, cost)) throw refusal(noCredits, refusalFacts(context, id));
        if (!isKnown(id, seed)) throw MISSING[endpoint](context, id);
        const found = record();
        charge(db, cost);
        return found;
      }),
  };
}

function submission(context: Context, kind: IdentifierKind, { key, body }: Request): Task {
  const batch = readSubmission(kind, body);
  const subject = batch.fileName ?? '';
  const { onSubmit } = readLabel(batch.fileName);
  return {
    subject,
    effects: triggeredEffects(context.db, `${kind}Submit`, subject, onSubmit),
    work: () => submit(context, batch, key),
  };
}

function submit(context: Context, batch: Submission, key: string) {
  const { db, clock } = context;
  const totalRecords = batch.items.length;
  const jobId = db.transaction(() => {
    requireBatchCredits(db, clock.now(), batch.kind, totalRecords);
    requirePendingSlot(context, batch.kind);
    return createJob(context, batch, key);
  });
  return { jobId, status: 'processing', totalRecords, invalid: batch.invalid };
}

/** Status calls do not count and are free. */
function status({ db }: Context, kind: IdentifierKind, { key, parameter }: Request): Task {
  const job = findJob(db, kind, parameter, key);
  return { subject: job.id, work: () => jobRecord(db, job) };
}
