import { Refusal } from './answers.js';
import { company } from '../people/companies.js';
import type { Context } from '../context.js';
import { lookUp } from './lookup.js';
import { MESSAGES } from '../messages.js';
import { readRequestIdentifier } from './request-identifier.js';
import { route, type App, type Task } from './route.js';
import { triggerOf } from '../faults/test-identifiers.js';
import { triggeredEffects } from '../faults/triggered-effects.js';

/** Spec, "GET /cnpj/{cnpj}". An unencoded slash in the value makes it an unknown route. */
export function cnpjRoutes(app: App, context: Context): void {
  route(app, context, 'cnpj', ({ parameter }) => single(context, parameter));
}

function single(context: Context, text: string): Task {
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
