import { Hono, type Context as Call } from 'hono';
import { quota } from './account.js';
import { MESSAGES, Refusal, refusalBody, success } from './answers.js';
import { bulkRoutes } from './bulk-routes.js';
import { cnpjRoutes } from './cnpj-routes.js';
import type { Context } from './context.js';
import { cpfRoutes } from './cpf-routes.js';
import { admit } from './gate.js';
import { maskPath } from './mask-path.js';

/** The service as a function from request to answer. */
export function createApp(context: Context): Hono {
  const app = new Hono();
  observe(app, context);
  cpfRoutes(app, context);
  cnpjRoutes(app, context);
  bulkRoutes(app, context, 'cpf');
  bulkRoutes(app, context, 'cnpj');
  app.get('/quota', admit(context), (c) => c.json(success(quota(context.db, context.clock.now()))));
  app.notFound((c) => c.text('NOT_FOUND', 404));
  app.onError(refuse);
  return app;
}

/** Slows answers down and tells of them; a slow lookup is already charged while it waits. */
function observe(app: Hono, { clock, latency, closing, onRequest }: Context): void {
  app.use(async (c, next) => {
    const start = clock.now();
    await next();
    if (latency > 0) await clock.sleep(latency, closing).catch(() => undefined);
    const { method, path } = c.req;
    onRequest({ method, path: maskPath(path), status: c.res.status, ms: clock.now() - start });
  });
}

/** Anything but a refusal is a fault of the sandbox and reads as the service's own 500. */
function refuse(error: Error, c: Call): Response {
  const refusal = error instanceof Refusal ? error : new Refusal(500, MESSAGES.internal);
  if (refusal.retryAfter !== undefined) c.header('Retry-After', String(refusal.retryAfter));
  const singleCpf = c.req.method === 'GET' && /^\/cpf\/[^/]+$/.test(c.req.path);
  return c.json(refusalBody(refusal, singleCpf), refusal.status);
}
