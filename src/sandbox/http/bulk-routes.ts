import type { IdentifierKind } from '../../identifiers/types.js';
import { requireBatchCredits } from '../account/account.js';
import type { Context } from '../context.js';
import { jobRecord } from '../jobs/job-record.js';
import { createJob, findJob, requirePendingSlot } from '../jobs/jobs.js';
import { readLabel } from '../jobs/batch-labels.js';
import { route, type App, type Request, type Task } from './route.js';
import { readSubmission, type Submission } from '../jobs/submission.js';
import { triggeredEffects } from '../faults/triggered-effects.js';

/** Spec, "POST /cpf/bulk" to "GET /cnpj/bulk/{jobId}". Status calls do not count and are free. */
export function bulkRoutes(app: App, context: Context, kind: IdentifierKind): void {
  route(app, context, `${kind}Submit`, (request) => submission(context, kind, request));
  route(app, context, `${kind}Job`, (request) => status(context, kind, request));
}

function submission(context: Context, kind: IdentifierKind, { key, body }: Request): Task {
  const batch = readSubmission(kind, body);
  const subject = batch.fileName ?? '';
  const effects = triggeredEffects(
    context.db,
    `${kind}Submit`,
    subject,
    readLabel(batch.fileName).onSubmit,
  );
  return { subject, effects, work: () => submit(context, batch, key) };
}

function submit(context: Context, batch: Submission, key: string) {
  const totalRecords = batch.items.length;
  const jobId = context.db.transaction(() => {
    requireBatchCredits(context.db, context.clock.now(), batch.kind, totalRecords);
    requirePendingSlot(context, batch.kind);
    return createJob(context, batch, key);
  });
  return { jobId, status: 'processing', totalRecords, invalid: batch.invalid };
}

function status({ db }: Context, kind: IdentifierKind, { key, parameter }: Request): Task {
  const job = findJob(db, kind, parameter, key);
  const effects = triggeredEffects(db, `${kind}Job`, job.id, readLabel(job.file_name).onStatus);
  return { subject: job.id, effects, work: () => jobRecord(db, job) };
}
