import type { ConfereError, ErrorKind } from '../../errors.js';
import { say } from '../../text/index.js';
import { durationText } from '../terminal/live/pieces.js';
import type { NextSteps } from '../next-step/next-steps.js';

/**
 * What to do after an error of the service, whose own words are never told alone (contract, "Streams"); empty for
 * other errors, and where our sentence says it.
 */
export function afterServiceError({ facts, kind }: ConfereError, next: NextSteps): string {
  if (!('endpoint' in facts)) return '';
  const isBulk = next.of.startsWith('bulk ');
  // The same command alone would meet the same refusal.
  if (isBulk && kind === 'credits')
    return say`'${next.command('quota')}' shows the balance; when it covers this, run ${next.onward()} again.`;
  if (isBulk && kind === 'auth')
    return say`'${next.command('auth status')}' shows which key was used; when the service accepts it, run ${next.onward()} again.`;
  if (kind === 'rate_limited')
    return facts.serviceMessage === undefined ? '' : afterRefusal(facts, next);
  if (isBulk) return say`To continue: ${next.onward()}.`;
  if (facts.serviceMessage === undefined) return '';
  if ('hides' in facts && facts.hides !== undefined)
    return say`Unset ${facts.hides}; then the stored key is used.`;
  if (next.of === 'auth status')
    return say`'${next.command('auth login')}' stores another key, which counts where neither a variable nor --api-key-file gives one.`;
  if (next.of === 'auth login' && kind === 'auth')
    return say`Nothing was stored; run ${next.again()} with a key that it accepts.`;
  if (kind === 'auth') return say`'${next.command('auth status')}' shows which key was used.`;
  if (kind === 'credits') return say`'${next.command('quota')}' shows the balance.`;
  return next.of === 'cpf' || next.of === 'cnpj' ? afterLookup(kind) : '';
}

const MINUTE = 60_000;

/** What to do when the minute's requests are used up, and when: as late as the service says. */
export function afterRefusal(facts: object, next: NextSteps): string {
  if (next.of === 'cpf' || next.of === 'cnpj')
    return say`Nothing was charged for it; ask for it again in ${waitOf(facts)}.`;
  const command = next.of.startsWith('bulk ') ? next.onward() : next.again();
  return say`Run ${command} again in ${waitOf(facts)}.`;
}

/** How long the service says to wait, else until its count begins anew. */
function waitOf(facts: { readonly retryAfter?: number }): string {
  return durationText(facts.retryAfter ?? MINUTE);
}

/** The same command would pay again for the others of a list under --fresh, so only what failed is meant. */
function afterLookup(kind: ErrorKind): string {
  if (kind === 'service' || kind === 'network')
    return say`Nothing was charged for it; ask for it again when the service answers.`;
  return kind === 'refused_input' ? say`Nothing was charged for it.` : '';
}
