import type { BatchEvent as Happening } from '../../batch/events.js';
import { inWords, type Summary as Figures } from '../../batch/summary.js';
import { troubleSentence } from '../sentences.js';

/** The numbers of a batch; the errors of its jobs are sentences. */
export type Summary = Figures<string>;

/** What happens while a batch is worked on. */
export type BatchEvent =
  | Exclude<Happening, { type: 'unconfirmed' | 'polled' }>
  | { readonly type: 'unconfirmed'; readonly seq: number; readonly message: string }
  | {
      readonly type: 'polled';
      /** The job that was asked for. */
      readonly seq: number | null;
      /** Computed on demand, because a large batch takes a moment. */
      readonly summary: () => Promise<Summary>;
      readonly nextMs: number;
    };

/** The event as programs get it, with sentences. */
export function eventInWords(event: Happening): BatchEvent {
  if (event.type === 'unconfirmed')
    return { type: event.type, seq: event.seq, message: troubleSentence(event.trouble) };
  if (event.type === 'polled')
    return { ...event, summary: async () => toldSummary(await event.summary()) };
  return event;
}

export function toldSummary(summary: Figures): Summary {
  return inWords(summary, troubleSentence);
}
