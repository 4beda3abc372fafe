import type { Hono } from 'hono';
import { MESSAGES, Refusal, success, type Form } from './answers.js';
import { company } from './companies.js';
import type { Context } from './context.js';
import { admit } from './gate.js';
import { lookUp } from './lookup.js';
import { readIdentifier } from './normalize.js';
import { hash } from './random.js';

/** Spec, "GET /cnpj/{cnpj}"; a raw slash in the value makes it another route. */
export function cnpjRoutes(app: Hono, context: Context): void {
  app.get('/cnpj/:cnpj', admit(context, 'simple'), (c) =>
    c.json(success(single(context, c.req.param('cnpj')))),
  );
}

function single(context: Context, text: string) {
  const reading = readIdentifier('cnpj', text);
  if (!reading.valid) throw new Refusal(400, MESSAGES.cnpjInvalid);
  const { id } = reading;
  const missing = new Refusal(404, MESSAGES.cnpjNotFound, form(context, id, 0.5));
  const record = () => company(id, context.seed);
  return lookUp(context, { id, cost: 1, form: form(context, id, 0.25), missing, record });
}

/** The spec leaves 404 "object or string" and 403 "usually string": the identifier decides. */
function form({ seed }: Context, id: string, objects: number): Form {
  return hash(seed, 'form', id) / 2 ** 32 < objects ? 'object' : 'string';
}
