import type { GlobalOptions } from '../shared/host.js';

export interface SandboxFlags extends GlobalOptions {
  readonly port: number;
  readonly plan?: string;
  readonly credits?: number;
  readonly latency?: number;
  readonly jobSpeed?: number;
  readonly fault?: readonly string[];
  readonly seed?: number;
  readonly ephemeral?: boolean;
}
