import { describe, expect, it } from 'vitest';
import { UsageError, type Ledger } from '../../src/index.js';
import { makeCpf } from '../helpers/invented.js';
import { failureOf, libraryUser, skipSleeps } from './support.js';

const CPF = makeCpf(1);
const QUICK = { interval: 1 };

const throwing = () => {
  throw new Error('the mistake of a program');
};
const rejecting = (() => Promise.reject(new Error('the mistake of a program'))) as () => void;

describe.each([
  ['throw', throwing],
  ['reject', rejecting],
])('callbacks that %s', (_, callback) => {
  const all = { onRequest: callback, onWait: callback, onEvent: callback };

  it('cost no answer of a single lookup', async () => {
    skipSleeps();
    const { server, ledger, client } = await libraryUser(all);
    server.script('GET /cpf/', { status: 503, body: {} });
    expect(await client.lookupCpf(CPF)).toMatchObject({ cpf: CPF });
    expect(await ledger.lookup('cpf', CPF)).toMatchObject({ source: 'api' });
    expect(await ledger.lookup('cpf', CPF)).toMatchObject({ source: 'ledger' });
    expect(server.book.charged).toEqual([CPF, CPF]);
  });

  it('lose no job id', async () => {
    const { server, ledger, file } = await libraryUser(all);
    expect(await ledger.run(file, QUICK)).toMatchObject({ state: 'complete', found: 2 });
    expect(await ledger.run(file, QUICK)).toMatchObject({ state: 'complete', found: 2 });
    expect(server.posts).toHaveLength(1);
    expect(server.book.charged).toHaveLength(2);
  });
});

it('onRequest is called when the answer has been kept', async () => {
  const told: unknown[] = [];
  const own: Ledger[] = [];
  const { open, server } = await libraryUser({
    onRequest: ({ path }) => {
      if (path.startsWith('/cpf/')) told.push(own[0]?.lookup('cpf', CPF));
    },
  });
  const ledger = await open();
  own.push(ledger);
  await ledger.lookup('cpf', CPF);
  expect(await Promise.all(told)).toMatchObject([{ source: 'ledger' }]);
  expect(server.book.charged).toEqual([CPF]);
  await ledger.close();
});

describe('confirm', () => {
  it('that throws sends nothing, and its error is the cause', async () => {
    const { server, ledger, file } = await libraryUser();
    for (const confirm of [throwing, rejecting]) {
      const error = await failureOf(() =>
        ledger.run(file, { ...QUICK, confirm: confirm as never }),
      );
      expect(error).toBeInstanceOf(UsageError);
      expect(error).toMatchObject({
        ...{ code: 'confirm_failed', cause: { message: 'the mistake of a program' } },
      });
    }
    expect(server.posts).toEqual([]);
    expect(await ledger.run(file, QUICK)).toMatchObject({ found: 2 });
  });

  it('that never answers ends when the ledger is closed', async () => {
    const { server, file, open } = await libraryUser();
    const own = await open();
    let failing: Promise<unknown> = Promise.resolve();
    await new Promise<void>((resolve) => {
      const confirm = () => {
        resolve();
        return new Promise<boolean>(() => undefined);
      };
      failing = failureOf(() => own.run(file, { ...QUICK, confirm }));
    });
    await own.close();
    expect(await failing).toMatchObject({ kind: 'interrupted' });
    expect(server.posts).toEqual([]);
  });
});

it('an input that throws is an error of the library', async () => {
  const { ledger } = await libraryUser();
  // eslint-disable-next-line @typescript-eslint/require-await -- an input that fails after a chunk
  const broken = async function* () {
    yield 'cpf\n';
    throw new Error('the mistake of a program');
  };
  const error = await failureOf(() => ledger.run(broken()));
  expect(error).toMatchObject({ name: 'UsageError', code: 'input_failed' });
});
