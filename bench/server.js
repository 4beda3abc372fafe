// A local server that answers at once: quota, single lookups, and batch jobs that are done at the first status call.
import { createServer } from 'node:http';
import { Buffer } from 'node:buffer';
import { EventEmitter, once } from 'node:events';

const CREDITS = 100_000_000;
const ACCOUNT = {
  plan: 'Avançado',
  billingStatus: 'active',
  userId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  email: 'teste@example.com',
};

/** Starts the server. `makeRecord` makes the record of an identifier. */
export async function startServer({ kind = 'cpf', makeRecord = makePerson } = {}) {
  const jobs = new Map();
  const log = [];
  const times = [];
  // Every identifier is found and costs a credit.
  let used = 0;
  const events = new EventEmitter();
  const server = createServer(async (request, response) => {
    log.push(`${request.method} ${request.url}`);
    if (countsTowardRate(request)) times.push(Date.now());
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const answer = (status, data) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof data === 'string' ? data : JSON.stringify({ success: true, data }));
    };
    if (request.url === '/quota')
      answer(200, { ...ACCOUNT, remainingCredits: CREDITS - used, usedCredits: used });
    else if (request.method === 'POST') {
      events.emit('post');
      const ids = JSON.parse(Buffer.concat(chunks))[`${kind}s`];
      used += ids.length;
      const jobId = `00000000-0000-4000-8000-${String(jobs.size + 1).padStart(12, '0')}`;
      jobs.set(jobId, buildJobBody(kind, jobId, ids, makeRecord));
      answer(202, { jobId, status: 'processing', totalRecords: ids.length, invalid: 0 });
    } else if (request.url.includes('/bulk/')) answer(200, jobs.get(request.url.split('/').pop()));
    else {
      used += 1;
      answer(200, makeRecord(request.url.split('/').pop()));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    log,
    times,
    firstPost: () => once(events, 'post'),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Returns whether a request counts toward the rate limit: single lookups and submissions of CPFs (spec, "Limits"). */
function countsTowardRate({ method, url }) {
  return method === 'POST' ? url === '/cpf/bulk' : /^\/c(pf|npj)\/(?!bulk)/.test(url);
}

function buildJobBody(kind, jobId, ids, makeRecord) {
  const results = ids.map((id) =>
    kind === 'cpf'
      ? { cpf: id, found: true, ...makeRecord(id) }
      : { cnpj: id, found: true, data: makeRecord(id) },
  );
  const count = ids.length;
  const data = {
    id: jobId,
    status: 'done',
    file_name: null,
    format: null,
    total_records: count,
    processed: count,
    found: count,
    not_found: 0,
    skipped: 0,
    error: null,
    created_at: '2026-01-05T12:00:00.000Z',
    updated_at: '2026-01-05T12:00:00.000Z',
    [`${kind}s`]: results,
  };
  return JSON.stringify({ success: true, data });
}

export function makePerson(cpf) {
  return {
    cpf,
    name: `Pessoa Inventada ${cpf}`,
    nameUpper: `PESSOA INVENTADA ${cpf}`,
    gender: 'F',
    birthDate: '05/01/1980',
    day: 5,
    month: 1,
    year: 1980,
  };
}

/** Makes a company record of about 6 KB, mostly partners. */
export function makeCompany(cnpj) {
  const partner = (n) => ({
    nome_socio: `SÓCIO INVENTADO ${n}`,
    cnpj_cpf_socio: '***123456**',
    qualificacao_socio: 'Sócio-Administrador',
    data_entrada_sociedade: '2001-02-03',
    identificador_socio: 'Pessoa Física',
    faixa_etaria: '41 a 50 anos',
  });
  return {
    cnpj,
    razao_social: `EMPRESA INVENTADA ${cnpj}`,
    municipio: 'SÃO PAULO',
    uf: 'SP',
    QSA: Array.from({ length: 30 }, (_, n) => partner(n)),
  };
}
