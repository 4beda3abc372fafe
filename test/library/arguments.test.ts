import { describe, expect, it } from 'vitest';
import * as library from '../../src/index.js';
import { cnpj, cpf, type Ledger } from '../../src/index.js';
import { makeCpf } from '../helpers/invented.js';
import { codeOf, failureOf, libraryUser } from './support.js';

const CPF = makeCpf(1);

/** Calls with arguments that the types forbid. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- what a program without types can do
type Untyped<T> = { readonly [K in keyof T]: (...given: any[]) => Promise<unknown> };

async function looseUser() {
  const user: object = await libraryUser();
  return user as Omit<Awaited<ReturnType<typeof libraryUser>>, 'ledger'> & {
    readonly ledger: Untyped<Ledger>;
  };
}

/** No value of an option of `run`. */
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

describe('an option of a call', () => {
  it('is refused by its name where the value is wrong, and nothing is sent', async () => {
    const { server, ledger, file } = await looseUser();
    for (const [option, values] of Object.entries(WRONG))
      for (const value of values) {
        const error = await failureOf(() => ledger.run(file, { [option]: value }));
        expect(error, option).toBeInstanceOf(library.UsageError);
        expect(error).toMatchObject({ kind: 'usage', code: 'bad_argument' });
        expect(String(error)).toMatch(
          new RegExp(`: Nothing was sent: ${option} must be .*, not .*\\.$`),
        );
      }
    expect([server.log, await ledger.list()]).toEqual([[], []]);
  });

  it('is read once, so that one which changes passes no limit', async () => {
    const { server, ledger, file } = await libraryUser();
    const values = [0, NaN];
    const get = () => values.shift();
    const options = Object.defineProperty({}, 'maxCredits', { enumerable: true, get });
    expect(await codeOf(() => ledger.run(file, options))).toBe('over_max_credits');
    expect([values, server.count('POST')]).toEqual([[NaN], 0]);
  });

  it('with a misspelt name is no missing limit', async () => {
    const { server, ledger, file } = await looseUser();
    for (const name of ['maxcredits', 'max_credits', 'max-credits']) {
      const error = await failureOf(() => ledger.run(file, { [name]: 1 }));
      expect(error).toMatchObject({ code: 'unknown_argument', facts: { near: 'maxCredits' } });
      expect(String(error)).toContain("Did you mean 'maxCredits'?");
    }
    expect(server.log).toEqual([]);
  });
});

describe('an option of a ledger', () => {
  it.each([
    ['timeout', 0, 'bad_argument'],
    ['settle', '60s', 'bad_argument'],
    ['rate', -5, 'bad_argument'],
    ['realtimeRate', NaN, 'bad_argument'],
    ['onRequest', 'log', 'bad_argument'],
    ['baseUrl', 5, 'bad_argument'],
    ['apiKey', 5, 'bad_argument'],
    ['apiKey', 'two words', 'bad_api_key'],
    ['profile', '', 'bad_argument'],
    ['baseUrl', 'http://service.example', 'plain_http'],
    ['signal', new AbortController().signal, 'unknown_argument'],
  ])('%s: %s opens no ledger (%s)', async (name, value, code) => {
    const { options } = await libraryUser();
    const error = await failureOf(() => library.openLedger({ ...options, [name]: value }));
    expect(error).toBeInstanceOf(library.UsageError);
    expect(error).toMatchObject({ code });
  });

  it('settle is below 11m only for a service on this machine', async () => {
    const { open } = await libraryUser();
    const given = { baseUrl: 'https://service.invalid', settle: 659_999 };
    expect(await codeOf(() => open(given))).toBe('settle_too_short');
  });
});

type Call = (ledger: Untyped<Ledger>) => Promise<unknown>;

const REFUSED: readonly (readonly [string, Call])[] = [
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
];

describe('a call', () => {
  it('with a wrong argument is refused without repeating a CPF, and nothing is sent', async () => {
    const { server, ledger } = await looseUser();
    for (const [title, call] of REFUSED) {
      const error = await failureOf(() => call(ledger));
      expect(error, title).toBeInstanceOf(library.UsageError);
      expect(error, title).toMatchObject({ code: 'bad_argument' });
      expect(String(error)).not.toContain(CPF.slice(3));
    }
    expect(server.log).toEqual([]);
  });

  it('with an invalid identifier or birth date is refused, and nothing is sent', async () => {
    const { server, ledger } = await libraryUser();
    expect(await failureOf(() => ledger.lookup('cpf', '52998224724'))).toMatchObject({
      name: 'InvalidIdentifierError',
      code: 'check_digit',
      identifierKind: 'cpf',
    });
    const dated = await failureOf(() => ledger.lookup('cpf', CPF, { birthDate: '31/02/1980' }));
    expect(dated).toBeInstanceOf(library.UsageError);
    expect(server.log).toEqual([]);
  });
});

describe('the functions for identifiers', () => {
  it('take texts alone', () => {
    const wrong = Number(CPF) as unknown as string;
    for (const own of [cpf, cnpj])
      for (const name of ['validate', 'parse', 'format'] as const)
        expect(() => own[name](wrong)).toThrow(library.UsageError);
    expect(cpf.mask(wrong)).not.toContain(CPF);
  });

  it('say why a text is not valid', () => {
    expect(cpf.validate('52998224724')).toBe(false);
    expect(cpf.parse('1.23457E+13')).toEqual({ valid: false, reason: 'format' });
    expect(() => cpf.format('11111111111')).toThrow(library.InvalidIdentifierError);
    expect(() => cpf.format('11111111111')).toThrow(expect.objectContaining({ code: 'repeated' }));
  });

  it('read what people write; a CNPJ is never a number', () => {
    expect(cpf.parse(' 529.982.247-25 ')).toEqual({ valid: true, id: '52998224725' });
    expect(cpf.format('52998224725')).toBe('529.982.247-25');
    expect(cpf.mask('Maria 529')).toBe('***.***.***-**');
    expect(cnpj.parse('12.abc.345/01de-35')).toEqual({ valid: true, id: '12ABC34501DE35' });
    expect(cnpj.validate('12345678E00131')).toBe(true);
    expect(cnpj.validate('52998224725')).toBe(false);
  });
});
