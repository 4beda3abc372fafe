import type { SandboxFacts } from '../../errors/sandbox.js';
import type { ErrorFacts, Sentences } from '../../errors.js';
import { t } from '../../messages/index.js';

/** Why `confere sandbox` cannot be started. */
export const sandboxErrors = {
  bad_fault: (facts) => t.servers.badFault(facts.rule, faultTrouble(facts)),
  bad_port: ({ port, last }) => t.servers.badPort(port, last),
  port_taken: ({ port }) => t.servers.portTaken(port),
  port_refused: ({ port }) => t.servers.portRefused(port),
  state_newer: ({ path }) => t.servers.sandboxStateNewer(path),
} satisfies Sentences<keyof SandboxFacts>;

function faultTrouble(facts: ErrorFacts['bad_fault']): string {
  switch (facts.why) {
    case 'form':
      return t.servers.faultForm;
    case 'no_endpoint':
      return t.servers.faultNoEndpoint(facts.endpoints.join(', '));
    case 'no_answer':
      return t.servers.faultNoAnswer(facts.action, facts.answers.join(', '));
    case 'slow_without_ms':
      return t.servers.faultSlowNeedsMs;
    case 'event_without_credits':
      return t.servers.faultNeedsCredits;
    case 'bad_count':
      return t.servers.faultBadCount(facts.often);
  }
}
