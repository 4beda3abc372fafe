import { safeJson } from '../../foreign-text.js';
import { confirmed, mayAsk } from '../shared/ask-user.js';
import type { Host } from '../shared/command-host.js';
import type { OnAccount } from '../shared/open-service.js';
import type { Interaction } from '../shared/presentation.js';
import { listenForStop } from '../shared/stop-signal.js';

export interface RemovalRequest extends OnAccount {
  readonly interaction: Interaction;
  /** Shows what would be removed, and removes nothing. */
  readonly isDry: boolean;
}

/** A person is not asked about nothing; a script that once has something to remove needs its option from the first day. */
export async function agreeToRemoval(
  host: Host,
  { interaction }: RemovalRequest,
  isNothing: boolean,
  question: string,
): Promise<void> {
  if (isNothing && mayAsk(host, interaction)) return;
  const { stop, forget } = listenForStop(host, 'question');
  await confirmed(host, interaction, question, stop).finally(forget);
}

export function tellRemoval(
  { context: { stdout, stderr } }: Host,
  { presentation }: RemovalRequest,
  removed: object,
  text: string,
): void {
  if (presentation.json) stdout.write(`${safeJson(removed)}\n`);
  else if (!presentation.quiet) stderr.write(`${text}\n`);
}
