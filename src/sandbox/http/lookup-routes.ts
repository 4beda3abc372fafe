import { Refusal } from './answers.js';
import type { Context } from '../context.js';
import { INVENTED_MESSAGES, MESSAGES } from '../messages.js';
import { readRequestIdentifier } from './request-identifier.js';
import { person } from '../people/people.js';
import { route, type App, type Request, type Task } from './route.js';
import { triggerOf } from '../faults/test-identifiers.js';
import { triggeredEffects } from '../faults/triggered-effects.js';
import { company } from '../people/companies.js';
import { canPay, charge, readAccount } from '../account/account.js';
import type { Costs } from '../account/plans.js';
import { refusalFacts } from '../faults/run-with-effects.js';
import { refusal, type RefusalName } from '../faults/refusals.js';
import { isKnown } from '../people/registry.js';

/** Spec, "GET /cpf/{cpf}" and "POST /cpf/realtime". */
export function cpfRoutes(app: App, context: Context): void {
  route(app, context, 'cpf', ({ parameter }) => singleCpf(context, parameter));
  route(app, context, 'realtime', ({ body }) => realtime(context, body));
}

function singleCpf(context: Context, text: string): Task {
  const id = requireCpf(text);
  const record = () => person(id, context.seed);
  return {
    subject: id,
    effects: triggeredEffects(context.db, 'cpf', id, triggerOf(id)),
    work: () =>
      lookUp(context, {
        id,
        priced: 'cpf',
        refused: 'no-credits',
        missing: 'cpf-not-found',
        record,
      }),
  };
}

/** Returns the record of the simple lookup if the birth date matches it. */
function realtime(context: Context, body: Request['body']): Task {
  const id = requireCpf(typeof body['cpf'] === 'string' ? body['cpf'] : '');
  const birthDate = readBirthDate(body['birthDate']);
  const missing = new Refusal(422, INVENTED_MESSAGES.authorityNotFound);
  const record = () => {
    const found = person(id, context.seed);
    if (found.birthDate === birthDate) return found;
    throw new Refusal(422, INVENTED_MESSAGES.authorityMismatch);
  };
  return {
    subject: id,
    effects: triggeredEffects(context.db, 'realtime', id, triggerOf(id)),
    work: () => lookUp(context, { id, priced: 'realtime', refused: 'no-credits', missing, record }),
  };
}

/** @throws Refusal 400 without 11 digits, 422 for wrong check digits or repeated digits */
function requireCpf(text: string): string {
  const reading = readRequestIdentifier('cpf', text);
  if (reading.valid) return reading.id;
  const digits = reading.reason === 'check_digit' || reading.reason === 'repeated';
  throw digits ? new Refusal(422, MESSAGES.cpfDigits) : new Refusal(400, MESSAGES.cpfFormat);
}

/** Reads `DD/MM/YYYY` or `DDMMYYYY` and returns `DD/MM/YYYY`. @throws Refusal 400, also for an invalid date */
function readBirthDate(value: unknown): string {
  const text = typeof value === 'string' ? value : '';
  const [, day, month, year] =
    /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text) ?? /^(\d\d)(\d\d)(\d{4})$/.exec(text) ?? [];
  if (day === undefined || month === undefined || year === undefined || !exists(day, month, year)) {
    throw new Refusal(400, MESSAGES.birthDate);
  }
  return `${day}/${month}/${year}`;
}

function exists(day: string, month: string, year: string): boolean {
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
}

/** Spec, "GET /cnpj/{cnpj}". An unencoded slash in the value makes it an unknown route. */
export function cnpjRoutes(app: App, context: Context): void {
  route(app, context, 'cnpj', ({ parameter }) => singleCnpj(context, parameter));
}

function singleCnpj(context: Context, text: string): Task {
  const reading = readRequestIdentifier('cnpj', text);
  if (!reading.valid) throw new Refusal(400, MESSAGES.cnpjInvalid);
  const { id } = reading;
  const answers = { refused: 'no-credits-cnpj', missing: 'cnpj-not-found' } as const;
  const record = () => company(id, context.seed);
  return {
    subject: id,
    effects: triggeredEffects(context.db, 'cnpj', id, triggerOf(id)),
    work: () => lookUp(context, { id, priced: 'cnpj', ...answers, record }),
  };
}

interface Lookup<T> {
  readonly id: string;
  /** Which cost of the plan applies. */
  readonly priced: keyof Costs;
  /** The answer if the balance does not cover the cost. */
  readonly refused: RefusalName;
  /** The answer if the identifier is not found. */
  readonly missing: RefusalName | Refusal;
  /** Makes the record. It may throw a Refusal; then nothing is charged. */
  readonly record: () => T;
}

/**
 * Checks that the balance covers the cost (spec, "Limits", credit rule 1), then makes the record. Only a
 * found record is charged (costs).
 */
function lookUp<T>(context: Context, { id, priced, refused, missing, record }: Lookup<T>): T {
  const { db, clock, seed } = context;
  const facts = refusalFacts(context, id);
  return db.transaction(() => {
    const account = readAccount(db, clock.now());
    const cost = account.costs[priced];
    if (!canPay(account, cost)) throw refusal(refused, facts);
    if (!isKnown(id, seed)) {
      throw typeof missing === 'string' ? refusal(missing, facts) : missing;
    }
    const found = record();
    charge(db, cost);
    return found;
  });
}
