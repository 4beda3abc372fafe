import type { ServerContext } from '@modelcontextprotocol/server';
import type { Clock } from '../clock.js';

/** How often (ms) a client that asked for progress hears of a call that takes long. */
const EVERY = 10_000;

/** Tells the client while `work` goes on, if its call has a token for it (MCP, "Progress"). */
export async function tellingProgress<T>(
  { clock }: { readonly clock: Pick<Clock, 'sleep'> },
  { mcpReq }: ServerContext,
  work: () => Promise<T>,
): Promise<T> {
  const token = mcpReq._meta?.progressToken;
  if (token === undefined) return work();
  const over = new AbortController();
  const tell = async () => {
    for (let progress = EVERY / 1000; ; progress += EVERY / 1000) {
      await clock.sleep(EVERY, over.signal);
      const message = `Waiting for ${progress} s`;
      const params = { progressToken: token, progress, message };
      await mcpReq.notify({ method: 'notifications/progress', params });
    }
  };
  // A client that hears nothing still gets its answer.
  tell().catch(() => undefined);
  try {
    return await work();
  } finally {
    over.abort();
  }
}
