import { erase, foreseeErasure, LEFT, shownId } from '../../batch/erase.js';
import { UsageError } from '../../errors.js';
import { readTyped, type IdentifierKind } from '../../identifiers/index.js';
import { deliverOutcomes } from '../../lookups/waiting-outcomes.js';
import {
  dryText,
  erasedText,
  erasureText,
  nothingStoredText,
} from '../../output/ledger/removal-text.js';
import { removeLeft } from '../bulk/shared/private-folder.js';
import { withStoredBatches } from '../bulk/shared/batch-work.js';
import type { Host } from '../shared/command-host.js';
import { inputsOf } from '../shared/identifier-inputs.js';
import { agreeToRemoval, tellRemoval, type RemovalRequest } from './agree-to-removal.js';

/** Removes everything stored about these people and companies. */
export async function forget(
  host: Host,
  request: RemovalRequest,
  typed: readonly string[],
): Promise<void> {
  const wanted = await readAll(host, request, typed);
  const ids = new Set(wanted.keys());
  const about = Array.from(wanted, ([id, kind]) => shownId(kind, id));
  const isShared = request.account.ledger !== undefined;
  await withStoredBatches(host, request, async (deps) => {
    await deliverOutcomes(deps.ledger);
    const foreseen = await foreseeErasure(deps, ids);
    const question = erasureText(about, foreseen);
    if (request.isDry) {
      tellRemoval(host, request, foreseen, dryText(question));
      return;
    }
    const isNothing = foreseen.batches.length === 0 && foreseen.records === 0;
    await agreeToRemoval(host, request, isNothing, question);
    await erase(deps, ids);
    await removeLeft(host.context, LEFT);
    const text = isNothing ? nothingStoredText(about) : erasedText(about, foreseen, isShared);
    tellRemoval(host, request, foreseen, text);
  });
}

/** The kinds by identifier. @throws UsageError `not_erasable` */
async function readAll(
  host: Host,
  { presentation }: RemovalRequest,
  typed: readonly string[],
): Promise<ReadonlyMap<string, IdentifierKind>> {
  const wanted = new Map<string, IdentifierKind>();
  let number = 0;
  for await (const { text } of inputsOf(host, typed, presentation)) {
    number += 1;
    const reading = readTyped(text);
    if (!reading.valid) throw new UsageError('not_erasable', { number });
    wanted.set(reading.id, reading.kind);
  }
  return wanted;
}
