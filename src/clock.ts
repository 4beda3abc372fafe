/** The interface to time, so that tests never wait for the real clock. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms` milliseconds; rejects with `signal.reason` if the signal aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** A signal that aborts after `ms` milliseconds unless `clear` is called first. */
  timeout(ms: number): { readonly signal: AbortSignal; clear(): void };
}
