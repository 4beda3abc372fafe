import { ConfereError } from '../../errors.js';
import type { Host } from '../shared/command-host.js';
import type { LookupsRequest } from './lookup-flags.js';

/** How often (ms) a pipe is looked at, and how long `head` may take to leave after a line. */
const LOOK = 50;

/** Whoever reads what a command prints. */
export interface Reader {
  /** Aborts when nobody reads any more: what is not read is not paid for. */
  readonly gone: AbortSignal;
  /** Resolves when a reader who wants no more than the last line has left. */
  readonly mayLeave: () => Promise<void>;
  readonly forget: () => void;
}

export function watchReader(
  { context }: Pick<Host, 'context'>,
  { ids }: Pick<LookupsRequest, 'ids'>,
): Reader {
  const { stdout, clock } = context;
  const isSeries = ids.length > 1 || ids.includes('-');
  const reader = isSeries ? context.findReader?.() : undefined;
  const controller = new AbortController();
  const ended = new AbortController();
  const leave = () => {
    controller.abort(new ConfereError('interrupted', { during: 'lookups' }));
  };
  stdout.once('error', leave);
  const mayLeave = async () => {
    if (reader === undefined) return;
    await clock.sleep(LOOK, ended.signal).catch(() => undefined);
    if (reader.isGone()) leave();
  };
  const watch = async () => {
    while (reader !== undefined && !controller.signal.aborted && !ended.signal.aborted)
      await mayLeave();
  };
  void watch();
  const forget = () => {
    ended.abort();
  };
  return { gone: controller.signal, mayLeave, forget };
}
