import { resolve } from 'node:path';
import type { Batch } from '../../ledger/index.js';
import { refuseShape, type Shape } from '../choose-format.js';
import { refusePartners } from '../partners.js';
import { refuseOverwrite, refuseUnwritable } from './target.js';

/** What decides whether the result of a batch can be written; of a new batch, no more may be known. */
type ForResult = Pick<Batch, 'kind' | 'rows' | 'output' | 'outputs'>;

type Wanted = Shape & { readonly partners?: string; readonly overwrite?: boolean };

/**
 * Refuses a result that could not be written, before any credit is spent on it.
 * @throws UsageError
 */
export async function refuseTarget(batch: ForResult, request: Wanted): Promise<void> {
  await refuseRequest(batch, request);
  if (typeof request.target === 'string') await refusePath(batch, request.target, request);
}

/** The checks that do not access the target's path. */
export async function refuseRequest(batch: ForResult, request: Wanted): Promise<void> {
  const { partners } = request;
  refusePartners(partners, batch.kind, request.target);
  if (batch.kind !== null) refuseShape(request, batch.kind, batch.rows);
  if (partners === undefined) return;
  await refuseUnwritable(resolve(partners));
  if (request.overwrite !== true) await refuseOverwrite(resolve(partners), batch);
}

/** The checks of the target's path. */
export async function refusePath(
  batch: ForResult,
  path: string,
  { overwrite }: Pick<Wanted, 'overwrite'>,
): Promise<void> {
  await refuseUnwritable(resolve(path));
  if (overwrite !== true) await refuseOverwrite(resolve(path), batch);
}
