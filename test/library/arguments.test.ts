import { expect, it } from 'vitest';
import { makeCpf } from '../helpers/invented.js';
import { codeOf, failureOf, libraryUser } from './support.js';
import * as library from '../../src/index.js';
import { cnpj, cpf, type Ledger } from '../../src/index.js';

const CPF = makeCpf(1);

/** Calls with arguments that the types forbid. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- what a program without types can do
type Untyped<T> = { readonly [K in keyof T]: (...given: any[]) => Promise<unknown> };

interface Loose {
  readonly ledger: Untyped<Ledger>;
}

async function looseUser() {
  const user: object = await libraryUser();
  return user as Omit<Awaited<ReturnType<typeof libraryUser>>, 'ledger'> & Loose;
}

/** No value of an option. */
const WRONG: Readonly<Record<string, readonly unknown[]>> = {
  maxCredits: [NaN, Infinity, -1, '10', null, {}],
  interval: [NaN, Infinity, 0, '60s'],
  deadline: [-1],
  reuse: ['30d'],
  again: ['true'],
  signal: [{}],
  confirm: [true],
  kind: ['CPF'],
  fields: ['name'],
  only: [['lost']],
  output: [5],
};

it.each(Object.entries(WRONG))(
  'a wrong %s is refused, and nothing is sent',
  async (option, values) => {
    const { server, ledger, file } = await looseUser();
    for (const value of values) {
      const error = await failureOf(() => ledger.run(file, { [option]: value }));
      expect(error).toBeInstanceOf(library.UsageError);
      expect(error).toMatchObject({ kind: 'usage', code: 'bad_argument' });
      expect(String(error)).toMatch(
        new RegExp(`: Nothing was sent: ${option} must be .*, not .*\\.$`),
      );
    }
    expect([server.log, await ledger.list()]).toEqual([[], []]);
  },
);

it('an option is read once, so that one which changes passes no limit', async () => {
  const { server, ledger, file } = await libraryUser();
  const values = [0, NaN];
  const get = () => values.shift();
  const options = Object.defineProperty({}, 'maxCredits', { enumerable: true, get });
  expect(await codeOf(() => ledger.run(file, options))).toBe('over_max_credits');
  expect(values).toEqual([NaN]);
  expect(server.count('POST')).toBe(0);
});

it('an option with a misspelt name is no missing limit', async () => {
  const { server, ledger, file } = await looseUser();
  for (const name of ['maxcredits', 'max_credits', 'max-credits']) {
    const error = await failureOf(() => ledger.run(file, { [name]: 1 }));
    expect(error).toMatchObject({ code: 'unknown_argument', facts: { near: 'maxCredits' } });
    expect(String(error)).toContain("Did you mean 'maxCredits'?");
  }
  expect(server.log).toEqual([]);
});

it.each([
  ...[['timeout', 0] as const, ['settle', '60s'] as const, ['rate', -5] as const],
  ...[['realtimeRate', NaN] as const, ['onRequest', 'log'] as const, ['baseUrl', 5] as const],
  ...[['apiKey', 5] as const, ['profile', ''] as const],
])('an option of a ledger %s: %s is refused', async (name, value) => {
  const { options } = await libraryUser();
  const given = { ...options, [name]: value };
  expect(await codeOf(() => library.openLedger(given))).toBe('bad_argument');
});

it('a base URL without https, a key that no header can carry, and an unknown option open no ledger', async () => {
  const { open } = await libraryUser();
  for (const given of [
    { baseUrl: 'http://service.example' },
    { apiKey: 'two words' },
    { signal: new AbortController().signal },
  ])
    expect(await failureOf(() => open(given))).toBeInstanceOf(library.UsageError);
});

it('an invalid identifier or birth date is refused, and nothing is sent', async () => {
  const { server, ledger } = await libraryUser();
  expect(await failureOf(() => ledger.lookup('cpf', '52998224724'))).toMatchObject({
    name: 'InvalidIdentifierError',
    code: 'check_digit',
    identifierKind: 'cpf',
  });
  const wrong = await failureOf(() => ledger.lookup('cnpj', CPF));
  expect(wrong).toBeInstanceOf(library.InvalidIdentifierError);
  const dated = await failureOf(() => ledger.lookup('cpf', CPF, { birthDate: '31/02/1980' }));
  expect(dated).toBeInstanceOf(library.UsageError);
  expect(server.log).toEqual([]);
});

it('a settle time below 11m is only for a service on this machine', async () => {
  const { open } = await libraryUser();
  const given = { baseUrl: 'https://service.invalid', settle: 659_999 };
  expect(await codeOf(() => open(given))).toBe('settle_too_short');
});

type Call = (ledger: Untyped<Ledger>) => Promise<unknown>;

it.each<[string, Call]>([
  ["lookup('CNPJ')", (ledger) => ledger.lookup('CNPJ', '12ABC34501DE35')],
  ['lookup() of a number', (ledger) => ledger.lookup('cpf', Number(CPF))],
  ["resolve(x, 'unknown')", (ledger) => ledger.resolve('x', 'unknown')],
  ["resolve(x, { adopt: '' })", (ledger) => ledger.resolve('x', { adopt: '' })],
  ["resolve(undefined, 'abandon')", (ledger) => ledger.resolve(undefined, 'abandon')],
  ['remove()', (ledger) => ledger.remove()],
  ["watch('')", (ledger) => ledger.watch('')],
  ['run() of numbers', (ledger) => ledger.run([1, 2])],
  ['run() of an empty text', (ledger) => ledger.run([''])],
  ...[null, 5, 'x', [], () => 1].map((options): [string, Call] => [
    `run() with the options ${JSON.stringify(options)}`,
    (ledger) => ledger.run('a.csv', options),
  ]),
  ['export() to nothing', (ledger) => ledger.export(undefined)],
  ['purge() of a negative age', (ledger) => ledger.purge(-1)],
  ['spend() since no date', (ledger) => ledger.spend({ since: new Date(NaN) })],
])('%s is refused, and nothing is sent', async (_, call) => {
  const { server, ledger } = await looseUser();
  const error = await failureOf(() => call(ledger));
  expect(error).toBeInstanceOf(library.UsageError);
  expect(error).toMatchObject({ code: 'bad_argument' });
  expect(String(error)).not.toContain(CPF.slice(3));
  expect(server.log).toEqual([]);
});

it('the functions for identifiers take texts alone', () => {
  const wrong = Number(CPF) as unknown as string;
  for (const own of [cpf, cnpj])
    for (const name of ['validate', 'parse', 'format'] as const)
      expect(() => own[name](wrong)).toThrow(library.UsageError);
  expect(cpf.mask(wrong)).not.toContain(CPF);
});

it.each([
  ['', 'empty'],
  ['1', 'format'],
  ['1.23457E+13', 'format'],
  ['52998224724', 'check_digit'],
  ['11111111111', 'repeated'],
])('cpf says why "%s" is not valid', (text, reason) => {
  expect(cpf.validate(text)).toBe(false);
  expect(cpf.parse(text)).toEqual({ valid: false, reason });
  expect(() => cpf.format(text)).toThrow(library.InvalidIdentifierError);
  expect(() => cpf.format(text)).toThrow(expect.objectContaining({ code: reason }));
});

it('cpf and cnpj read what people write; a CNPJ is never a number', () => {
  expect(cpf.parse(' 529.982.247-25 ')).toEqual({ valid: true, id: '52998224725' });
  expect(cpf.format('52998224725')).toBe('529.982.247-25');
  expect(cpf.mask('Maria 529')).toBe('***.***.***-**');
  expect(cnpj.parse('12.abc.345/01de-35')).toEqual({ valid: true, id: '12ABC34501DE35' });
  expect(cnpj.validate('12345678E00131')).toBe(true);
  expect(cnpj.validate('52998224725')).toBe(false);
});
