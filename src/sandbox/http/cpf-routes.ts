import { Refusal } from './answers.js';
import { readBirthDate } from './birth-date.js';
import type { Context } from '../context.js';
import { lookUp } from './lookup.js';
import { INVENTED_MESSAGES, MESSAGES } from '../messages.js';
import { readIdentifier } from '../people/normalize.js';
import { person } from '../people/people.js';
import { route, type App, type Request, type Task } from './route.js';
import { triggerOf } from '../faults/test-identifiers.js';
import { pull } from '../faults/triggers.js';

/** Spec, "GET /cpf/{cpf}" and "POST /cpf/realtime". */
export function cpfRoutes(app: App, context: Context): void {
  route(app, context, 'cpf', ({ parameter }) => single(context, parameter));
  route(app, context, 'realtime', ({ body }) => realtime(context, body));
}

function single(context: Context, text: string): Task {
  const id = requireCpf(text);
  const record = () => person(id, context.seed);
  return {
    subject: id,
    effects: pull(context.db, 'cpf', id, triggerOf(id)),
    work: () =>
      lookUp(context, { id, cost: 1, refused: 'no-credits', missing: 'cpf-not-found', record }),
  };
}

/** The record of the simple lookup, given when the birth date is the record's own. */
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
    effects: pull(context.db, 'realtime', id, triggerOf(id)),
    work: () => lookUp(context, { id, cost: 1.5, refused: 'no-credits', missing, record }),
  };
}

/** 400 without 11 digits, 422 with wrong check digits; repeated digits are the latter. */
function requireCpf(text: string): string {
  const reading = readIdentifier('cpf', text);
  if (reading.valid) return reading.id;
  const digits = reading.reason === 'check_digit' || reading.reason === 'repeated';
  throw digits ? new Refusal(422, MESSAGES.cpfDigits) : new Refusal(400, MESSAGES.cpfFormat);
}
