import { parseDuration } from './duration.js';

/** The defaults of command and library (contract, "Profiles and defaults"). */
export const defaults = {
  /** Maximum age of a reused record. */
  reuse: span('30d'),
  /** Maximum time for a call or command that works on a batch. */
  deadline: span('30m'),
  /** How long the balance must stay unchanged after a lost answer. */
  settle: span('11m'),
  /** First interval between polls. */
  interval: span('5s'),
  /** Simple lookups and CPF submissions per clock minute. */
  rate: 30,
  /** Real-time lookups per clock minute. */
  realtimeRate: 5,
  /** How long a single request may wait for the rate limit and between attempts. */
  longestWait: span('30m'),
  /** The same for a tool call: many programs give up after a minute. */
  longestToolWait: span('45s'),
  /** The same for checking a key, because a person waits for it. */
  longestLoginWait: span('60s'),
} as const;

/** As people write it, and in milliseconds. */
function span(text: string) {
  return { text, ms: parseDuration(text, text) };
}
