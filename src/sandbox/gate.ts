import type { MiddlewareHandler } from 'hono';
import { advanceJobs } from './advance.js';
import { MESSAGES, Refusal } from './answers.js';
import { API_KEY, type Context, type Lookup } from './context.js';
import { countRequest } from './rate-limit.js';

/**
 * Lets a request in: key first, then the rate limit of its lookup, if it has one. Jobs are brought
 * up to date here, so that whatever follows sees the balance as it is now.
 */
export function admit(context: Context, lookup?: Lookup): MiddlewareHandler {
  return async (c, next) => {
    const key = requireKey(c.req.header('x-api-key'));
    const refusal = context.db.transaction(() => {
      advanceJobs(context.db, context.clock.now());
      return lookup === undefined ? undefined : countRequest(context, key, lookup);
    });
    if (refusal !== undefined) throw refusal;
    await next();
  };
}

/** Spec, "Authentication". */
function requireKey(key: string | undefined): string {
  if (key === undefined || key === '') throw new Refusal(401, MESSAGES.keyMissing, 'string');
  if (key !== API_KEY) throw new Refusal(401, MESSAGES.keyUnknown, 'string');
  return key;
}
