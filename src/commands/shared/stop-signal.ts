import { ConfereError } from '../../errors.js';
import type { StoppedWork } from '../../errors/facts.js';
import { exitCodes } from '../../exit-codes.js';
import { t } from '../../messages/index.js';
import type { NextSteps } from '../../messages/reader.js';
import type { Program } from './host.js';

/** How many requests wait for their answer, and how many of these may be charged. */
export interface UnderWay {
  requests: number;
  charging: number;
}

export function countRequests(underWay: UnderWay): (mayCharge: boolean) => () => void {
  return (mayCharge) => {
    const count = (by: number) => {
      underWay.requests += by;
      if (mayCharge) underWay.charging += by;
    };
    count(1);
    return () => {
      count(-1);
    };
  };
}

/** The first signal lets the running request end; the second ends all at once, which the ledger allows. */
export function listenForStop(
  { context, next }: Program,
  during: StoppedWork,
  underWay: Readonly<UnderWay> = { requests: 0, charging: 0 },
): { stop: AbortSignal; forget: () => void } {
  const controller = new AbortController();
  const forget = context.onStopSignal((signal) => {
    const code = signal === 'SIGTERM' ? 'terminated' : 'interrupted';
    if (controller.signal.aborted) {
      context.stderr.write(stoppedAtOnceLine(during, underWay, next));
      context.exit(exitCodes[code]);
      return;
    }
    if (underWay.requests > 0) context.stderr.write(`${t.usage.stopping}\n`);
    controller.abort(new ConfereError(code, { during }));
  });
  return { stop: controller.signal, forget };
}

export async function stoppable<T>(
  host: Program,
  during: StoppedWork,
  work: (stop: AbortSignal) => Promise<T>,
  underWay?: Readonly<UnderWay>,
): Promise<T> {
  const { stop, forget } = listenForStop(host, during, underWay);
  try {
    return await work(stop);
  } finally {
    forget();
  }
}

/** A resubmission is the user's word for one more, so the list is advised and not the same again. */
function stoppedAtOnceLine(during: StoppedWork, { charging }: UnderWay, next: NextSteps): string {
  const told = charging > 0 ? t.usage.stoppedMayBeCharged : t.usage.stoppedAtOnce;
  if (during !== 'batch' && during !== 'lookups') return `${told}\n`;
  const onward = next.of === 'bulk resolve' ? `'${next.command('bulk list')}'` : next.onward();
  return `${told} ${t.usage.toContinue(onward)}\n`;
}
