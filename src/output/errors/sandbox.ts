import type { SandboxFacts } from '../../errors/sandbox.js';
import type { ErrorFacts, Sentences } from '../../errors.js';
import { say } from '../../text/index.js';

/** Why `confere sandbox` cannot be started. */
export const sandboxErrors = {
  bad_fault: (facts) => say`--fault '${facts.rule}' cannot be used: ${faultTrouble(facts)}.`,
  bad_port: ({ port, last }) => say`Port ${port} does not exist; ports are 1 to ${last}.`,
  port_taken: ({ port }) =>
    say`Port ${port} is already in use on this machine; choose another with --port, or --port 0 for a free one.`,
  port_refused: ({ port }) =>
    say`Port ${port} is refused on this machine; choose another with --port, or --port 0 for a free one.`,
  state_newer: ({ path }) =>
    say`The sandbox state in ${path} was written by a newer version of confere: use that version, delete the file, or add --ephemeral to 'confere sandbox'.`,
} satisfies Sentences<keyof SandboxFacts>;

function faultTrouble(facts: ErrorFacts['bad_fault']): string {
  switch (facts.why) {
    case 'form':
      return say`it must look like 'POST /cpf/bulk=503:2'`;
    case 'no_endpoint':
      return say`there is no such endpoint; there are ${facts.endpoints.join(', ')}, and * for any part`;
    case 'no_answer':
      return say`'${facts.action}' is not an answer there; use a status, drop, drop-after, slow:<ms>, renew, spend:<credits>, refund:<credits>, replace-key, or one of ${facts.answers.join(', ')}`;
    case 'slow_without_ms':
      return say`slow needs its milliseconds, as in 'slow:2000'`;
    case 'event_without_credits':
      return say`spend and refund need their credits, as in 'spend:5'`;
    case 'bad_count':
      return say`'${facts.often}' must be a count such as 2 (the first two) or a probability such as 0.1`;
  }
}
