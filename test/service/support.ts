import { onTestFinished } from 'vitest';
import type { ServerResponse } from 'node:http';
import { createClient, type ServiceError, type ServiceOptions } from '../../src/service/index.js';
import { createFakeClock, type FakeClock } from '../helpers/clocks/fake-clock.js';
import { json, startServer, type RecordedRequest } from '../helpers/http-server.js';

export const KEY = 'sk-secret-0123456789';
export const CPF = '52998224725';
export const JOB = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';

/** Answers one request. The last step of a list also answers all later requests. */
export type Step = (response: ServerResponse, request: RecordedRequest) => unknown;

export const answer =
  (status: number, body: unknown, headers?: Readonly<Record<string, string>>): Step =>
  (response) => {
    json(response, status, body, headers);
  };

export const ok = (data: unknown, status = 200): Step => answer(status, { success: true, data });

export const fail = (
  status: number,
  message = 'Falhou.',
  headers?: Readonly<Record<string, string>>,
): Step => answer(status, { success: false, data: null, error: { message } }, headers);

export const raw =
  (status: number, contentType: string, text: string): Step =>
  (response) => {
    response.writeHead(status, { 'content-type': contentType }).end(text);
  };

/** Reads the request, then drops the connection. */
export const drop: Step = (response) => response.destroy();

export const record = { cpf: CPF, name: 'Ana Souza', gender: null };
export const accepted = { jobId: JOB, status: 'processing', totalRecords: 1, invalid: 0 };
export const job = {
  id: JOB,
  status: 'done',
  total_records: 2,
  processed: 2,
  found: 1,
  not_found: 1,
  skipped: 0,
  error: null,
};

export type ScriptedOptions = Partial<Omit<ServiceOptions, 'clock'>> & {
  readonly clock?: FakeClock;
};

/** A client and a real local server that answers with `steps`; the clock moves only when the client sleeps. */
export async function scripted(
  steps: Step | readonly Step[],
  { clock = createFakeClock(), ...options }: ScriptedOptions = {},
) {
  const list = [steps].flat();
  let answered = 0;
  const server = await startServer((request, response) => {
    const step = list[Math.min(answered, list.length - 1)];
    answered += 1;
    step?.(response, request);
  });
  const client = createClient({
    baseUrl: server.url,
    apiKey: KEY,
    userAgent: 'confere/test',
    clock,
    ...options,
  });
  onTestFinished(async () => {
    await client.close();
    await server.close();
  });
  return { client, clock, server };
}

/** The error that a call rejects with. A call that resolves fails the test. */
export async function errorOf(call: Promise<unknown>): Promise<ServiceError> {
  const result = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (result === undefined) throw new Error('the call resolved');
  return result as ServiceError;
}
