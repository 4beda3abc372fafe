import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { cnpj, cpf, open, some, type Answer, type Data } from './support.js';
import type { SandboxOptions } from '../../src/sandbox/index.js';

const MAKERS = { cpf, cnpj };
const ID = /\{(cpf|cnpj) (found|missing)(?: (\d+))?\}/g;
const nth = (kind: keyof typeof MAKERS, which: string, n: number) =>
  some(MAKERS[kind], which === 'found', n).at(-1) ?? '';

/**
 * Talks with sandboxes, one for each promise of a file of cases. A line is `GET /quota`, `POST /cpf/bulk <JSON>`,
 * `POST /cpf/bulk 3 found label` (a submission of that many), or `+5000`: so many milliseconds pass. `key=x` before it sends
 * another key; `3x` before it sends it three times. `@ <JSON>` are the options of the sandbox, and `at` its time.
 */
export function talker() {
  let talk = begin({});
  let current = '';

  function begin({ at = '2026-01-05T12:00:20Z', ...options }: Partial<SandboxOptions> & At) {
    const clock = createFakeClock(Date.parse(at));
    return { clock, sandbox: open({ clock, ...options }), jobs: [] as string[] };
  }

  return async (line: string, promise: string): Promise<string | undefined> => {
    const isNew = promise !== current;
    current = promise;
    if (line.startsWith('@ ')) talk = begin(JSON.parse(line.slice(2)) as At);
    else if (isNew) talk = begin({});
    const [, key = 'sandbox-key', times = '1', rest = ''] =
      /^(?:key=(\S*) )?(?:(\d+)x )?(.*)$/.exec(line) ?? [];
    if (rest.startsWith('+')) talk.clock.advance(Number(rest));
    if (/^[@+]/.test(rest)) return undefined;
    const answers: string[] = [];
    const slept = talk.clock.sleeps.length;
    for (let n = 0; n < Number(times); n += 1)
      answers.push(await sent(rest, key).then(shown, () => 'dropped'));
    const all = new Set(answers).size === 1 ? answers.slice(0, 1) : answers;
    const delays = talk.clock.sleeps.slice(slept);
    return all.join(' | ') + delays.map((ms) => `, after ${ms} ms`).join('');
  };

  async function sent(line: string, key: string) {
    const { sandbox, jobs } = talk;
    const [method = '', path = '', ...more] = line
      .replaceAll(ID, (_, kind: 'cpf', which: string, n = '1') => nth(kind, which, Number(n)))
      .replaceAll('{job}', jobs[0] ?? 'none')
      .split(' ');
    const body = bodyOf(path, more.join(' '));
    const answer = await (await sandbox).call(method, path, body, { 'x-api-key': key });
    const { jobId } = (answer.body.data as Partial<Data> | null | undefined) ?? {};
    if (jobId !== undefined) jobs.push(jobId);
    // The form of an error about a job goes by its id, which is another each time.
    const { message } = (answer.body.error ?? {}) as { readonly message?: string };
    if (!line.includes('{job}') || message === undefined) return answer;
    return { ...answer, body: { ...answer.body, error: message } };
  }
}

interface At {
  readonly at?: string;
}

/** `3 found label`: a submission of so many identifiers; any other text is the body itself. */
function bodyOf(path: string, text: string): string | undefined {
  const [, count, which, fileName] = /^(\d+) (found|missing)(?: (.*))?$/.exec(text) ?? [];
  if (count === undefined || which === undefined) return text === '' ? undefined : text;
  const kind = path.startsWith('/cpf') ? 'cpf' : 'cnpj';
  const ids = some(MAKERS[kind], which === 'found', Number(count));
  return JSON.stringify({ [`${kind}s`]: ids, fileName });
}

/** The status, and in a word what came with it. */
function shown({ status, headers, text, body }: Answer): string {
  const { data, error } = body as {
    readonly data?: Partial<Data> | null;
    readonly error?: unknown;
  };
  const wait = headers.get('retry-after');
  const refused = error === undefined ? text : JSON.stringify(error);
  const told = data === undefined || data === null ? refused : tell(data);
  return `${status} ${told}${wait === null ? '' : `, retry after ${wait} s`}`;
}

function tell(data: Partial<Data>): string {
  const { usedCredits, remainingCredits, processed, found, not_found, jobId } = data;
  if (usedCredits !== undefined)
    return `${data.plan}, ${data.billingStatus}: used ${usedCredits}, remaining ${remainingCredits}`;
  if (processed !== undefined) {
    const list = data.cpfs ?? data.cnpjs ?? [];
    const counts = `found ${found}, not found ${not_found}, skipped ${data.skipped}`;
    return `${data.status}, processed ${processed}: ${counts}; ${list.length} listed, error ${data.error}`;
  }
  if (jobId !== undefined) return `accepted ${data.totalRecords}, invalid ${data.invalid}`;
  if (data.apiKey !== undefined) return `key ${data.apiKey}`;
  return `record of ${data.cpf ?? data.cnpj}`;
}
