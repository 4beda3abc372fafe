import { parseDuration } from './duration.js';

/** A length of time as people write it and in milliseconds. */
interface Span {
  readonly text: string;
  readonly ms: number;
}

/** What holds for command and library where nobody says otherwise (contract, "Profiles and defaults"). */
export const defaults = {
  /** Age up to which a paid record answers instead of the service. */
  reuse: span('30d'),
  /** The longest time for one call or command that works on a batch. */
  deadline: span('30m'),
  /** How long the balance must stand still after a lost answer. */
  settle: span('60s'),
  /** The first pause between two polls. */
  interval: span('5s'),
  /** Simple lookups and CPF submissions a clock minute. */
  rate: 30,
  /** Real-time lookups a clock minute. */
  realtimeRate: 5,
  /** What a single request may wait for the minute's limit and between attempts. */
  longestWait: span('30m'),
  /** The same for a tool call, which a program waits for. */
  longestToolWait: span('60s'),
  /** The same for the proof of a key, which a person waits for. */
  longestLoginWait: span('60s'),
} as const;

function span(text: string): Span {
  return { text, ms: parseDuration(text, text) };
}
