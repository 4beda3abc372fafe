// A program that uses the package; types.test.ts compiles it against the built types as 'confere'.
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import {
  cnpj,
  ConfereError,
  cpf,
  openLedger,
  ServiceError,
  type Answer,
  type BatchEvent,
  type CnpjRecord,
  type Ledger,
  type Summary,
} from '../../src/index.js';

const account = { folder: './state', baseUrl: 'https://service.example', apiKey: 'key' };
// @ts-expect-error the folder is not optional
export const homeless = openLedger({ baseUrl: 'https://service.example' });
// @ts-expect-error an unknown option
export const eager = openLedger({ ...account, retries: 9 });

export async function single(ledger: Ledger) {
  const { data: person } = await ledger.lookup('cpf', '529.982.247-25', {
    birthDate: '01/01/1954',
  });
  // @ts-expect-error there may be no record
  const unsafe: string | undefined = person.name;
  // @ts-expect-error it may be missing
  const sure: string | null = person?.name ?? person?.['gender'];
  const gender: 'M' | 'F' | null | undefined = person?.gender;
  const firm: CnpjRecord | undefined = (await ledger.lookup('cnpj', '12.ABC.345/01DE-35')).data;
  const joined: string | null | undefined = firm?.QSA?.[0]?.data_entrada_sociedade;
  const unknown: unknown = firm?.['field_of_tomorrow'];
  const { remainingCredits } = await ledger.quota({ signal: AbortSignal.timeout(1) });
  // @ts-expect-error there are two kinds
  await ledger.lookup('cep', '1');
  return { unsafe, sure, gender, joined, unknown, left: remainingCredits.toFixed(1) };
}

export function validators(): string {
  const parsed = cpf.parse('1');
  if (parsed.valid) return parsed.id;
  const reason: 'empty' | 'format' | 'check_digit' | 'repeated' = parsed.reason;
  return [reason, cnpj.format('12ABC34501DE35'), cpf.mask('1')].join();
}

export async function batches(): Promise<Summary> {
  const worst: number[] = [];
  const onEvent = (event: BatchEvent) => {
    if (event.type === 'plan') worst.push(event.numbers.worstCase);
    // @ts-expect-error no such event
    if (event.type === 'planned') worst.push(0);
  };
  const ledger: Ledger = await openLedger({ ...account, onEvent });
  await ledger.check(Readable.from(['1']), { column: 'cpf', header: false });
  const confirm = ({ toSend }: { toSend: number }) => Promise.resolve(toSend < 5);
  const summary = await ledger.run('a.csv', { output: 'b.csv', maxCredits: 1, confirm });
  const state: 'complete' | 'running' | 'incomplete' | 'unconfirmed' = summary.state;
  // @ts-expect-error not a status
  await ledger.export(state, 'a.csv', { only: ['lost'] });
  const lines = createWriteStream('c.jsonl');
  await ledger.export(summary.batch ?? undefined, lines, { format: 'jsonl' });
  const ids: (string | null)[] = [];
  for await (const { id } of ledger.results()) ids.push(id);
  return ledger.resolve('7k', { adopt: 'id' });
}

export function told(error: unknown): unknown {
  if (error instanceof ServiceError) return error.mayHaveCharged;
  if (!(error instanceof ConfereError)) throw error;
  if (error.code === 'lookup_in_batch') return error.facts.batch;
  // @ts-expect-error only the command can have it
  return error.code === 'needs_yes' ? error.kind === 'locked' : error.message;
}

export function bodyOf(answer: Answer<'cnpj'>): unknown {
  // @ts-expect-error a company has no birth date of this type
  const wrong: string | undefined = answer.data?.birthDate;
  if (answer.status === 'found') return answer.data.razao_social;
  // @ts-expect-error there is no record
  return answer.data.razao_social ?? wrong;
}
