import type { Hono } from 'hono';
import { MESSAGES, Refusal, success } from './answers.js';
import { readBirthDate } from './birth-date.js';
import { readBody } from './body.js';
import type { Context } from './context.js';
import { admit } from './gate.js';
import { lookUp } from './lookup.js';
import { readIdentifier } from './normalize.js';
import { person, type Person } from './people.js';

/** Spec, "GET /cpf/{cpf}" and "POST /cpf/realtime". */
export function cpfRoutes(app: Hono, context: Context): void {
  app.get('/cpf/:cpf', admit(context, 'simple'), (c) =>
    c.json(success(single(context, c.req.param('cpf')))),
  );
  app.post('/cpf/realtime', admit(context, 'realtime'), async (c) =>
    c.json(success(realtime(context, await readBody(c.req)))),
  );
}

function single(context: Context, text: string): Person {
  const id = requireCpf(text);
  const missing = new Refusal(404, MESSAGES.cpfNotFound);
  const record = () => person(id, context.seed);
  return lookUp(context, { id, cost: 1, form: 'object', missing, record });
}

/** The record of the simple lookup, given when the birth date is the record's own. */
function realtime(context: Context, body: Readonly<Record<string, unknown>>): Person {
  const id = requireCpf(typeof body['cpf'] === 'string' ? body['cpf'] : '');
  const birthDate = readBirthDate(body['birthDate']);
  const missing = new Refusal(422, MESSAGES.authorityNotFound);
  const record = () => {
    const found = person(id, context.seed);
    if (found.birthDate !== birthDate) throw new Refusal(422, MESSAGES.authorityMismatch);
    return found;
  };
  return lookUp(context, { id, cost: 1.5, form: 'object', missing, record });
}

/** 400 without 11 digits, 422 with wrong check digits; repeated digits are the latter. */
function requireCpf(text: string): string {
  const reading = readIdentifier('cpf', text);
  if (reading.valid) return reading.id;
  const digits = reading.reason === 'check_digit' || reading.reason === 'repeated';
  throw digits ? new Refusal(422, MESSAGES.cpfDigits) : new Refusal(400, MESSAGES.cpfFormat);
}
