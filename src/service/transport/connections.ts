import type { Dispatcher } from 'undici';

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * The real limits are ours, through the clock; undici's own would fire beside them. HTTP/2 stays off: the
 * build leaves it out.
 */
const OPTIONS = { headersTimeout: 0, bodyTimeout: 0, allowH2: false } as const;

/**
 * Opens the connections for a host; undici is loaded here, at the first request, because it is
 * slow to load. Reads HTTPS_PROXY, HTTP_PROXY and NO_PROXY. Loopback never goes through a proxy:
 * there is nothing of ours behind it, and over plain http the key would travel.
 */
export async function openConnections(host: string): Promise<Dispatcher> {
  const { Agent, EnvHttpProxyAgent } = await import('undici');
  return LOOPBACK.test(host) ? new Agent(OPTIONS) : new EnvHttpProxyAgent(OPTIONS);
}

/**
 * The dispatcher with a word before the first byte of a request is written. undici calls
 * `onRequestStart` after the connection stands and right before writing, so a request it was not
 * called for has certainly not been sent: a refused connection, DNS, a bad certificate, a proxy's no.
 */
export function tellingStart(dispatcher: Dispatcher, onStart: () => void): Dispatcher {
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
