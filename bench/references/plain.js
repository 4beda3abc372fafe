// A plain script for a file of CPFs: csv-parse, undici and csv-stringify, everything in memory, no ledger, and no care
// for what may go wrong. Arguments: input, output, base URL, key, milliseconds between two status checks.
import { createReadStream, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import { request } from 'undici';

const IDENTIFIERS_PER_JOB = 10_000;
const [input, output, baseUrl, key, interval] = process.argv.slice(2);

async function call(path, body) {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const options = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const answer = await request(baseUrl + path, { headers, ...options });
  return (await answer.body.json()).data;
}

const rows = [];
for await (const row of createReadStream(input).pipe(parse({ delimiter: ';', columns: true })))
  rows.push(row);
const ids = rows.map(({ cpf }) => cpf.replaceAll(/\D/g, ''));

const runningJobs = new Set();
for (let at = 0; at < ids.length; at += IDENTIFIERS_PER_JOB)
  runningJobs.add(
    (await call('/cpf/bulk', { cpfs: ids.slice(at, at + IDENTIFIERS_PER_JOB) })).jobId,
  );

const records = new Map();
while (runningJobs.size > 0) {
  await sleep(Number(interval));
  for (const jobId of runningJobs) {
    const { status, cpfs } = await call(`/cpf/bulk/${jobId}`);
    if (status !== 'done') continue;
    for (const { cpf, ...record } of cpfs) records.set(cpf, record);
    runningJobs.delete(jobId);
  }
}

const merged = rows.map((row, at) => ({ ...row, ...records.get(ids[at]) }));
writeFileSync(output, stringify(merged, { delimiter: ';', header: true }));
process.exit(0);
