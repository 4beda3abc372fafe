import { applyEvent, readEvent } from '../account/account-events.js';
import { success } from './answers.js';
import type { Context } from '../context.js';
import { advanceJobs } from '../jobs/progress.js';
import type { App } from './route.js';

/**
 * Lets something happen to the account on demand: `POST /sandbox/renew`, `/sandbox/spend/5`. The service has
 * no such path. No key is needed, because the sandbox serves this machine only.
 */
export function eventRoutes(app: App, { db, clock }: Context): void {
  app.post('/sandbox/:event/:credits?', (c) => {
    const event = readEvent(c.req.param('event'), c.req.param('credits'));
    if (event === undefined) return c.notFound();
    const now = clock.now();
    db.transaction(() => {
      advanceJobs(db, now);
    });
    return c.json(success(applyEvent(db, event, now)));
  });
}
