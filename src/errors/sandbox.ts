/** Why a `--fault` rule cannot be used. Texts of the rule come in masked. */
export type FaultRuleTrouble =
  | { readonly why: 'form' }
  | { readonly why: 'no_endpoint'; readonly endpoints: readonly string[] }
  | { readonly why: 'no_answer'; readonly action: string; readonly answers: readonly string[] }
  | { readonly why: 'slow_without_ms' }
  | { readonly why: 'event_without_credits' }
  | { readonly why: 'bad_count'; readonly often: string };

/** How the sandbox cannot be started. */
export interface SandboxFacts {
  readonly bad_fault: { readonly rule: string } & FaultRuleTrouble;
  /** There is no such port; `last` is the highest one. */
  readonly bad_port: { readonly port: number; readonly last: number };
  readonly port_taken: { readonly port: number };
  readonly port_refused: { readonly port: number };
  /** A newer version of confere wrote the file. */
  readonly state_newer: { readonly path: string };
}
