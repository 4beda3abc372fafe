import { t } from '../messages/index.js';

interface ServedRequest {
  readonly method: string;
  readonly path: string;
  readonly status: number | 'dropped';
  readonly ms: number;
}

interface Ready {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** The `export` lines for a shell, on Windows as PowerShell sets variables; they come first. */
export function exportLines({ baseUrl, apiKey }: Ready, platform: string): string {
  return platform === 'win32'
    ? `$env:CONFERE_BASE_URL = '${baseUrl}'\n$env:CONFERE_API_KEY = '${apiKey}'\n`
    : `export CONFERE_BASE_URL=${baseUrl}\nexport CONFERE_API_KEY=${apiKey}\n`;
}

/** An answered request; its path is already masked. */
export function servedLine({ method, path, status, ms }: ServedRequest): string {
  return `${method} ${path} ${status} ${Math.round(ms)} ms\n`;
}

/** The line for the user who starts the server, or for the client's log: what it may spend. */
export function mcpReadyLine(limit: number): string {
  return `${ready(limit)}\n`;
}

function ready(limit: number): string {
  if (limit === Infinity) {
    return t.servers.mcpSandbox;
  }
  return limit > 0 ? t.servers.mcpLimit(limit) : t.servers.mcpNoBudget;
}
