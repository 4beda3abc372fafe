import type { Stop } from './commands.js';

/** What is known of a request that did not end well. Texts come in masked, without the key. */
export interface RequestFacts {
  readonly endpoint: string;
  /** Undefined where there was no answer. */
  readonly httpStatus?: number;
  /** The service's own words (spec, "Body formats"). */
  readonly serviceCode?: string;
  readonly serviceMessage?: string;
  /** Requests made, the last one included. */
  readonly attempts: number;
  /** Credits may have been used, or a batch created, although no answer says so. */
  readonly mayHaveCharged: boolean;
}

/** Why no answer came, or not all of it. */
export type NoAnswer =
  | 'dropped'
  | 'timeout'
  | 'too_large'
  | 'bad_proxy'
  | 'untrusted'
  | 'unreachable';

/** What stood between us and the service: a proxy's status, or Node's code and the address that was tried. */
export interface Obstacle {
  readonly proxyStatus?: string;
  readonly code?: string;
  /** Only where it is not the service's own. */
  readonly address?: string;
}

export interface ServiceErrorFacts {
  readonly key_refused: RequestFacts & {
    /** The variable with the key, where it hides one that is stored. */
    readonly hides?: string;
  };
  readonly insufficient_credits: RequestFacts & {
    /** The balance could not be read, so the refusal may be about the key instead. */
    readonly balance?: 'unread';
  };
  readonly not_found: RequestFacts;
  readonly route_not_found: RequestFacts & { readonly host: string };
  readonly refused_input: RequestFacts;
  readonly rate_limited: RequestFacts & {
    /** How long (ms) to wait: what the service says, or until its minute is over. */
    readonly retryAfter?: number;
  };
  readonly service_failed: RequestFacts;
  readonly unreadable_answer: RequestFacts;
  readonly network: RequestFacts & {
    readonly host: string;
    readonly reason: NoAnswer;
    readonly obstacle: Obstacle;
  };
  /** During a request, or somebody stopped what was going on. */
  readonly interrupted: RequestFacts | Stop;
}
