import type { Dispatcher } from 'undici';

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Set here, because Node's own default is NODE_TLS_REJECT_UNAUTHORIZED. */
const CHECKED = { rejectUnauthorized: true } as const;

/**
 * The context's clock sets the time limits, so undici's own are off. HTTP/2 is off because the build leaves
 * it out.
 */
const OPTIONS = {
  ...{ headersTimeout: 0, bodyTimeout: 0, allowH2: false },
  ...{ connect: CHECKED, requestTls: CHECKED, proxyTls: CHECKED },
} as const;

/**
 * Opens the connections for a host. It loads undici at the first request because undici loads slowly.
 * Reads HTTPS_PROXY, HTTP_PROXY and NO_PROXY. Requests to loopback never use a proxy: it could not reach
 * our loopback, and over plain HTTP it would see the key.
 */
export async function openConnections(host: string): Promise<Dispatcher> {
  const { Agent, EnvHttpProxyAgent } = await import('undici');
  return LOOPBACK.test(host) ? new Agent(OPTIONS) : new EnvHttpProxyAgent(OPTIONS);
}

/**
 * The dispatcher, which calls `onStart` before it writes the first byte of a request. undici calls
 * `onRequestStart` when the connection is open, right before writing. A request without that call was
 * certainly not sent: the connection, DNS, the certificate or the proxy failed.
 */
export function withStartNotice(dispatcher: Dispatcher, onStart: () => void): Dispatcher {
  return dispatcher.compose((dispatch) => (options, handler) => {
    return dispatch(options, {
      onRequestStart(controller, context) {
        onStart();
        handler.onRequestStart?.(controller, context);
      },
      onResponseStart: (...values) => handler.onResponseStart?.(...values),
      onResponseData: (...values) => handler.onResponseData?.(...values),
      onResponseEnd: (...values) => handler.onResponseEnd?.(...values),
      onResponseError: (...values) => handler.onResponseError?.(...values),
    });
  });
}
