import type { SecureContext } from 'node:tls';
import type { Dispatcher } from 'undici';

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Set here, because Node's own default is NODE_TLS_REJECT_UNAUTHORIZED. */
const CHECKED = { rejectUnauthorized: true } as const;

/**
 * The context's clock sets the time limits, so undici's own are off. HTTP/2 is off because the build leaves
 * it out.
 */
const UNLIMITED = { headersTimeout: 0, bodyTimeout: 0, allowH2: false } as const;

/** PEM certificates of the authorities to trust; undefined where the system's add nothing to Node's own. */
export type ReadAuthorities = () => Promise<readonly string[] | undefined>;

/** The connections for a host. */
export interface Connections {
  open(): Promise<Dispatcher>;
  /** Connections that trust the system's authorities as well, which `open` returns from then on; undefined if there are none. */
  widen(): Promise<Dispatcher | undefined>;
  /** Ends them and their requests; the next `open` begins anew. */
  close(): Promise<void>;
}

/**
 * Opens connections at the first request, because undici loads slowly. The system's authorities are read after a
 * refusal only: that takes longer than the whole start of a command.
 */
export function createConnections(
  host: string,
  authorities: ReadAuthorities = withSystemAuthorities,
): Connections {
  let first: Promise<Dispatcher> | undefined;
  let wider: Promise<Dispatcher | undefined> | undefined;
  const openFirst = () =>
    openDispatcher(host).catch((error: unknown) => {
      first = undefined;
      throw error;
    });
  const openWider = async () => {
    const ca = await authorities();
    if (ca === undefined) return undefined;
    const { createSecureContext } = await import('node:tls');
    // Made once, because hundreds of certificates take long to read.
    return openDispatcher(host, { secureContext: createSecureContext({ ca: [...ca] }) });
  };
  return {
    open: async () => (await wider) ?? (first ??= openFirst()),
    // Who cannot read the store is left with what refused the certificate.
    widen: () => (wider ??= openWider().catch(() => undefined)),
    async close() {
      const all = await Promise.allSettled([first, wider]);
      [first, wider] = [undefined, undefined];
      for (const each of all) if (each.status === 'fulfilled') await each.value?.destroy();
    },
  };
}

/**
 * Reads HTTPS_PROXY, HTTP_PROXY and NO_PROXY. Requests to loopback never use a proxy: it could not reach
 * our loopback, and over plain HTTP it would see the key.
 */
async function openDispatcher(
  host: string,
  trust: { readonly secureContext?: SecureContext } = {},
): Promise<Dispatcher> {
  const { Agent, EnvHttpProxyAgent } = await import('undici');
  const checked = { ...CHECKED, ...trust };
  const options = { ...UNLIMITED, connect: checked, requestTls: checked, proxyTls: checked };
  return LOOPBACK.test(host) ? new Agent(options) : new EnvHttpProxyAgent(options);
}

interface ReadsStores {
  readonly getCACertificates?: (type: 'default' | 'system') => readonly string[];
}

/** Node's authorities (NODE_EXTRA_CA_CERTS among them) and the system's, which Node reads since 22.15. */
async function withSystemAuthorities(): Promise<readonly string[] | undefined> {
  const tls = (await import('node:tls')) as object as ReadsStores;
  const system = tls.getCACertificates?.('system') ?? [];
  return system.length === 0
    ? undefined
    : [...(tls.getCACertificates?.('default') ?? []), ...system];
}

/**
 * The dispatcher, which calls `onStart` right before the first byte of a request, and writes none where that is
 * false. Without that call nothing was sent: the connection, DNS, the certificate or the proxy failed.
 */
export function withStartNotice(dispatcher: Dispatcher, onStart: () => boolean): Dispatcher {
  return dispatcher.compose((dispatch) => (options, handler) => {
    return dispatch(options, {
      onRequestStart(controller, context) {
        if (!onStart()) controller.abort(new Error());
        handler.onRequestStart?.(controller, context);
      },
      onResponseStart: (...values) => handler.onResponseStart?.(...values),
      onResponseData: (...values) => handler.onResponseData?.(...values),
      onResponseEnd: (...values) => handler.onResponseEnd?.(...values),
      onResponseError: (...values) => handler.onResponseError?.(...values),
    });
  });
}
