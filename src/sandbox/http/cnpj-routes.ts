import { Refusal } from './answers.js';
import { company } from '../people/companies.js';
import type { Context } from '../context.js';
import { lookUp } from './lookup.js';
import { MESSAGES } from '../messages.js';
import { readIdentifier } from '../people/normalize.js';
import { route, type App, type Task } from './route.js';
import { triggerOf } from '../faults/test-identifiers.js';
import { pull } from '../faults/triggers.js';

/** Spec, "GET /cnpj/{cnpj}"; a raw slash in the value makes it another route. */
export function cnpjRoutes(app: App, context: Context): void {
  route(app, context, 'cnpj', ({ parameter }) => single(context, parameter));
}

function single(context: Context, text: string): Task {
  const reading = readIdentifier('cnpj', text);
  if (!reading.valid) throw new Refusal(400, MESSAGES.cnpjInvalid);
  const { id } = reading;
  const answers = { refused: 'no-credits-cnpj', missing: 'cnpj-not-found' } as const;
  const record = () => company(id, context.seed);
  return {
    subject: id,
    effects: pull(context.db, 'cnpj', id, triggerOf(id)),
    work: () => lookUp(context, { id, cost: 1, ...answers, record }),
  };
}
