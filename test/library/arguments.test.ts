import { describe, expect, it } from 'vitest';
import { makeCpf } from '../helpers/invented.js';
import { failureOf, libraryUser } from './support.js';
import {
  ConfereError,
  cnpj,
  cpf,
  createClient,
  openLedger,
  UsageError,
  type Client,
  type Ledger,
  InvalidIdentifierError,
} from '../../src/index.js';

const CPF = makeCpf(1);

/** Calls with arguments that the types forbid. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- what a program without types can do
type Untyped<T> = { readonly [K in keyof T]: (...given: any[]) => Promise<unknown> };

describe('an option of a call', () => {
  it.each([
    ...[NaN, Infinity, -1, '10', null, {}].map((value) => ['maxCredits', value] as const),
    ...[NaN, Infinity, 0, '60s'].map((value) => ['interval', value] as const),
    ...[
      ['deadline', -1] as const,
      ['reuse', '30d'] as const,
      ['again', 'true'] as const,
      ['signal', {}] as const,
      ['confirm', true] as const,
      ['kind', 'CPF'] as const,
      ['fields', 'name'] as const,
      ['only', ['lost']] as const,
      ['output', 5] as const,
    ],
  ])('%s: %s is refused, and nothing is sent', async (option, value) => {
    const { server, ledger, file } = await libraryUser();
    const error = await failureOf(() =>
      (ledger as unknown as Untyped<Ledger>).run(file, { [option]: value }),
    );
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ kind: 'usage', code: 'bad_argument' });
    expect((error as Error).message).toMatch(
      new RegExp(`^Nothing was sent: ${option} must be .*, not .*\\.`),
    );
    expect([server.log, await ledger.list()]).toEqual([[], []]);
  });

  it('is read once, so that one which changes passes no limit', async () => {
    const { server, ledger, file } = await libraryUser();
    let reads = 0;
    const options = Object.defineProperty({}, 'maxCredits', {
      enumerable: true,
      get: () => ((reads += 1) === 1 ? 0 : NaN),
    });
    expect(await failureOf(() => ledger.run(file, options))).toMatchObject({
      code: 'over_max_credits',
    });
    expect(reads).toBe(1);
    expect(server.log.filter((line) => line.startsWith('POST'))).toEqual([]);
  });

  it('with a misspelt name is no missing limit', async () => {
    const { server, ledger, file } = await libraryUser();
    for (const options of [{ maxcredits: 1 }, { max_credits: 1 }, { 'max-credits': 1 }]) {
      const error = await failureOf(() => ledger.run(file, options as object));
      expect(error).toMatchObject({ code: 'unknown_argument' });
      expect((error as Error).message).toContain("Did you mean 'maxCredits'?");
    }
    expect(server.log).toEqual([]);
  });

  it('is refused if the options are no object', async () => {
    const { ledger, file } = await libraryUser();
    const loose = ledger as unknown as Untyped<Ledger>;
    for (const options of [null, 5, 'x', [], () => 1])
      expect(await failureOf(() => loose.run(file, options))).toMatchObject({
        code: 'bad_argument',
      });
  });
});

it.each([
  ['timeout', 0] as const,
  ['settle', '60s'] as const,
  ['rate', -5] as const,
  ['realtimeRate', NaN] as const,
  ['onRequest', 'log'] as const,
  ['baseUrl', 5] as const,
  ['apiKey', 5] as const,
  ['profile', ''] as const,
])('an option of a client or a ledger %s: %s is refused', async (name, value) => {
  const { options: account } = await libraryUser();
  const given = { ...account, [name]: value };
  const error = await failureOf(() => openLedger(given));
  expect(error).toBeInstanceOf(UsageError);
  expect(error).toMatchObject({ code: 'bad_argument' });
  expect(await failureOf(() => createClient(given))).toMatchObject({ code: 'bad_argument' });
});

it('a settle time below 11m is only for a service on this machine', async () => {
  const { options: account } = await libraryUser();
  const given = { ...account, baseUrl: 'https://service.invalid', settle: 659_999 };
  expect(await failureOf(() => openLedger(given))).toMatchObject({ code: 'settle_too_short' });
});

describe('an argument', () => {
  type Call = (ledger: Untyped<Ledger>, client: Untyped<Client>) => Promise<unknown>;
  const calls: Readonly<Record<string, Call>> = {
    "lookup('CNPJ')": (ledger) => ledger.lookup('CNPJ', '12ABC34501DE35'),
    'lookup() of a number': (ledger) => ledger.lookup('cpf', Number(CPF)),
    "resolve(x, 'unknown')": (ledger) => ledger.resolve('x', 'unknown'),
    "resolve(x, { adopt: '' })": (ledger) => ledger.resolve('x', { adopt: '' }),
    "resolve(undefined, 'abandon')": (ledger) => ledger.resolve(undefined, 'abandon'),
    'remove()': (ledger) => ledger.remove(),
    "watch('')": (ledger) => ledger.watch(''),
    'run() of an array': (ledger) => ledger.run([1, 2]),
    'export() to nothing': (ledger) => ledger.export(undefined),
    'submitBatch() of nothing': (_, client) => client.submitBatch('cpf', []),
    'submitBatch() of numbers': (_, client) => client.submitBatch('cpf', [Number(CPF)]),
    'batchJob() without an id': (_, client) => client.batchJob('cpf', ''),
    'lookupCpf() of a number': (_, client) => client.lookupCpf(Number(CPF)),
    'lookupCpfRealtime() without a date': (_, client) => client.lookupCpfRealtime(CPF),
  };
  it.each(Object.entries(calls))('%s is refused, and nothing is sent', async (_, call) => {
    const { server, ledger, client } = await libraryUser();
    const error = await failureOf(() => call(ledger as unknown as Untyped<Ledger>, client));
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ code: 'bad_argument' });
    expect((error as Error).message).not.toContain(CPF.slice(3));
    expect(server.log).toEqual([]);
  });

  it('of the functions for identifiers is a text', () => {
    const wrong = Number(CPF) as unknown as string;
    for (const own of [cpf, cnpj]) {
      expect(() => own.validate(wrong)).toThrow(UsageError);
      expect(() => own.parse(wrong)).toThrow(UsageError);
      expect(() => own.format(wrong)).toThrow(ConfereError);
    }
    expect(cpf.mask(wrong)).not.toContain(CPF);
  });
});

describe('cpf', () => {
  it('validates, parses, formats and masks', () => {
    expect(cpf.validate('529.982.247-25')).toBe(true);
    expect(cpf.validate('529.982.247-24')).toBe(false);
    expect(cpf.parse(' 529.982.247-25 ')).toEqual({ valid: true, id: '52998224725' });
    expect(cpf.format('52998224725')).toBe('529.982.247-25');
    expect(cpf.mask('529.982.247-25')).toBe('***.982.247-**');
    expect(cpf.mask('Maria 529')).toBe('***.***.***-**');
  });
  it.each([
    ['', 'empty'],
    ['1', 'format'],
    ['1.23457E+13', 'format'],
    ['52998224724', 'check_digit'],
    ['11111111111', 'repeated'],
  ])('reports why "%s" is not valid', (text, reason) => {
    expect(cpf.parse(text)).toEqual({ valid: false, reason });
    expect(() => cpf.format(text)).toThrow(InvalidIdentifierError);
    expect(() => cpf.format(text)).toThrow(expect.objectContaining({ code: reason }));
  });
});

it('cnpj accepts letters of either case, and is never a number', () => {
  expect(cnpj.parse('12.abc.345/01de-35')).toEqual({ valid: true, id: '12ABC34501DE35' });
  expect(cnpj.format('12abc34501de35')).toBe('12.ABC.345/01DE-35');
  expect(cnpj.validate('12345678E00131')).toBe(true);
  expect(cnpj.validate('52998224725')).toBe(false);
});
