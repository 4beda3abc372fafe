/** How long a machine has been running, and which machine it is. Setting its clock does not change this. */
export interface Uptime {
  readonly ms: number;
  /** The host name of the machine. */
  readonly host: string;
  /** The operating system's id of the machine's present run, which each restart changes; empty if it has none. */
  readonly boot: string;
}

/** The interface to time, so that tests never wait for the real clock. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  uptime(): Uptime;
  /** Resolves after `ms` milliseconds; rejects with `signal.reason` if the signal aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** A signal that aborts after `ms` milliseconds unless `clear` is called first. */
  timeout(ms: number): { readonly signal: AbortSignal; clear(): void };
}
