import { describe, expect, test } from 'vitest';
import { errorOf, scripted } from '../service/support.js';
import { calls, charging } from './calls.js';
import { answer, forms } from './support.js';

const ALL = Array.from({ length: 300 }, (_, index) => index + 300);
const FIVES = ALL.filter((status) => status >= 500);

/** Spec, "Credit effects of errors": "400, 401, 404, 422, 429 … consume no credit"; 403: "nothing charged". */
const refused = [400, 401, 403, 404, 422, 429];
/** Spec, "Retry rules": the same GET again after 500, 502, 503, the same POST after 502, 503. */
const leavesNothing: Readonly<Record<(typeof charging)[number], readonly number[]>> = {
  cpf: [...refused, 500, 502, 503],
  // "5xx on CNPJ lookup consumes no credit."
  cnpj: [...refused, ...FIVES],
  realtimeCpf: [...refused, 502, 503],
  submitCpfBatch: [...refused, 502, 503],
  submitCnpjBatch: [...refused, 502, 503],
};

describe('contract, "Money" 3: a status that the spec does not list is an unknown outcome', () => {
  test.each(charging)('%s: every status from 300 to 599', async (name) => {
    const unlisted = ALL.filter((status) => !leavesNothing[name].includes(status));
    const refusal = (status: number) =>
      answer(status, forms.object('Motivo.'), { location: '/elsewhere' });
    const { client, server } = await scripted(unlisted.map(refusal));
    for (const [index, status] of unlisted.entries()) {
      const error = await errorOf(calls[name].run(client));
      expect([status, error]).toMatchObject([
        status,
        { httpStatus: status, kind: 'unconfirmed', mayHaveCharged: true, attempts: 1 },
      ]);
      expect(server.requests).toHaveLength(index + 1);
    }
  });
});
