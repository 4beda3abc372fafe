import { describe, expect, it } from 'vitest';
import * as library from '../../src/index.js';
import type { BatchEvent, Ledger } from '../../src/index.js';
import { makeCnpj, makeCpf } from '../helpers/invented.js';
import { failureOf, libraryUser, QUICK, skipSleeps } from './support.js';

type ErrorName = keyof typeof library & `${string}Error`;
const reason = new Error('the user left');

describe('an error', () => {
  it.each<[ErrorName, object, (ledger: Ledger, file: string) => Promise<unknown>]>([
    [
      'CreditsError',
      {
        kind: 'credits',
        code: 'over_max_credits',
        facts: { of: 'batch', worstCase: 2, maxCredits: 1 },
      },
      (ledger, file) => ledger.run(file, { ...QUICK, maxCredits: 1 }),
    ],
    [
      'InterruptedError',
      { kind: 'interrupted', cause: reason },
      (ledger) => ledger.lookup('cpf', makeCpf(1), { signal: AbortSignal.abort(reason) }),
    ],
    ['InvalidIdentifierError', { kind: 'refused_input' }, (ledger) => ledger.lookup('cpf', '1')],
  ])('is a %s with its facts', async (name, facts, call) => {
    const { server, ledger, file } = await libraryUser();
    const error = await failureOf(() => call(ledger, file));
    expect(error).toBeInstanceOf(library[name]);
    expect(error).toBeInstanceOf(library.ConfereError);
    expect(error).not.toBeInstanceOf(library.ServiceError);
    expect(error).toMatchObject({ name, ...facts });
    expect(server.posts).toEqual([]);
  });

  it('has the class of what the service answers', async () => {
    const { server, ledger, open } = await libraryUser();
    const stranger = await open({ apiKey: 'another' });
    const refused = await failureOf(() => stranger.quota());
    expect(refused).toBeInstanceOf(library.ServiceError);
    expect(refused).toBeInstanceOf(library.KeyRefusedError);
    expect(refused).toMatchObject({ name: 'KeyRefusedError', kind: 'auth', httpStatus: 401 });
    server.script('GET /cpf/', 'drop_after');
    const lost = await failureOf(() => ledger.lookup('cpf', makeCpf(1)));
    expect(lost).toMatchObject({ kind: 'unconfirmed' });
  });
});

describe('the call that an error names as the next one', () => {
  it('names what is left of the limit: to follow it agrees to nothing more', async () => {
    skipSleeps();
    const { server, ledger } = await libraryUser();
    server.script('POST /cnpj/bulk', 'drop_after');
    const ids = [makeCpf(1), makeCnpj(1)];
    const lost = await failureOf(() => ledger.run(ids, { ...QUICK, maxCredits: 3 }));
    expect(String(lost)).toContain('Run the same call with { maxCredits: 2 } again');
    expect(server.book.charged).toHaveLength(2);
    const undecided = await failureOf(() => ledger.resume(undefined, QUICK));
    expect(String(undecided)).toContain('"resubmit", { maxCredits: 2 })');
  });
});

it('events name their batch as soon as there is one, and a call has its own', async () => {
  const all: BatchEvent[] = [];
  const { ledger, folder, file } = await libraryUser({ onEvent: (event) => all.push(event) });
  const own: BatchEvent[] = [];
  const onEvent = (event: BatchEvent) => own.push(event);
  const { batch } = await ledger.run(file, { ...QUICK, onEvent });
  const batches = own.map((event) => event.batch);
  const begun = batches.findIndex((id) => id !== null);
  expect(own.slice(0, begun).map(({ type }) => type)).toContain('input');
  expect(new Set(batches.slice(begun))).toEqual(new Set([batch]));
  expect(own.find(({ type }) => type === 'plan')).toMatchObject({ batch });
  expect(all).toEqual(own);
  await ledger.export(batch ?? '', `${folder}/out.csv`, { onEvent });
  expect(own.at(-1)).toMatchObject({ type: 'exported', batch, rows: 2 });
});
