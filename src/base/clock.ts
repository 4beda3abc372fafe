/** How long a machine has been running. To set its clock does not change it. */
export interface Uptime {
  readonly ms: number;
  readonly host: string;
  /** The name of this run of the machine, from its start on; empty where the system gives it none. */
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
