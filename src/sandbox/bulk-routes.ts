import type { Hono } from 'hono';
import type { IdentifierKind } from '../identifiers/types.js';
import { requireBatchCredits } from './account.js';
import { success } from './answers.js';
import { readBody } from './body.js';
import type { Context, Lookup } from './context.js';
import { admit } from './gate.js';
import { jobRecord } from './job-record.js';
import { createJob, findJob, requireRoom } from './jobs.js';
import { readSubmission } from './submission.js';

/** Spec, "POST /cpf/bulk" to "GET /cnpj/bulk/{jobId}"; status calls are neither counted nor paid. */
export function bulkRoutes(app: Hono, context: Context, kind: IdentifierKind): void {
  app.post(`/${kind}/bulk`, admit(context, counted(kind)), async (c) =>
    c.json(success(submit(context, kind, await readBody(c.req))), 202),
  );
  app.get(`/${kind}/bulk/:jobId`, admit(context), (c) =>
    c.json(success(status(context, kind, c.req.param('jobId')))),
  );
}

function submit(context: Context, kind: IdentifierKind, body: Readonly<Record<string, unknown>>) {
  const batch = readSubmission(kind, body);
  const totalRecords = batch.items.length;
  const jobId = context.db.transaction(() => {
    requireBatchCredits(context.db, context.clock.now(), totalRecords);
    requireRoom(context, kind);
    return createJob(context, batch);
  });
  return { jobId, status: 'processing', totalRecords, invalid: batch.invalid };
}

function status({ db }: Context, kind: IdentifierKind, jobId: string) {
  return jobRecord(db, findJob(db, kind, jobId));
}

/** Only the CPF submission counts against the minute (spec, "Limits"). */
function counted(kind: IdentifierKind): Lookup | undefined {
  return kind === 'cpf' ? 'simple' : undefined;
}
