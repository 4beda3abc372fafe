import { expect, it } from 'vitest';
import * as library from '../../src/index.js';
import { expectCalls } from '../helpers/cases.js';
import { makeCpf } from '../helpers/invented.js';
import { codeOf, libraryUser } from './support.js';

const CPF = makeCpf(1);

it('calls that the types forbid end as calls.txt says, repeat no CPF, and send nothing', async () => {
  const { server, ledger, file, options } = await libraryUser();
  const { cpf, cnpj, openLedger } = library;
  const open = (more: object) => openLedger({ ...options, ...more });
  const names = { ledger, file, open, cpf, cnpj, CPF };
  await expectCalls(new URL('calls.txt', import.meta.url), names, (error) => {
    expect(error).toBeInstanceOf(library.ConfereError);
    expect(String(error)).not.toContain(CPF.slice(3));
    const { name, code, message } = error as library.ConfereError;
    return `${name} ${code}: ${message}`;
  });
  expect([server.log, await ledger.list()]).toEqual([[], []]);
});

it('an option is read once, so that one which changes passes no limit', async () => {
  const { server, ledger, file } = await libraryUser();
  const values = [0, NaN];
  const get = () => values.shift();
  const options = Object.defineProperty({}, 'maxCredits', { enumerable: true, get });
  expect(await codeOf(() => ledger.run(file, options))).toBe('over_max_credits');
  expect([values, server.count('POST')]).toEqual([[NaN], 0]);
});
