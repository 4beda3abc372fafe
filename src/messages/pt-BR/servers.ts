import type { servers as en } from '../en/servers.js';
import { plural, s } from './words.js';

export const servers: typeof en = {
  sandboxReady: (plan, credits) =>
    s`Sandbox pronto: plano ${plan}, ${plural(credits, 'crédito restante', 'créditos restantes')}. Todos os registros são inventados. Tecle Ctrl-C para encerrar.`,
  sandboxStateOutdated:
    'O estado do sandbox era de uma versão mais antiga do confere: créditos e remessas recomeçam.',
  mcpSandbox: 'Servindo o Model Context Protocol em stdin e stdout; o sandbox é gratuito.',
  mcpLimit: (limit) =>
    s`Servindo o Model Context Protocol em stdin e stdout; esta sessão pode gastar no máximo ${plural(limit, 'crédito', 'créditos')}.`,
  mcpNoBudget:
    'Servindo o Model Context Protocol em stdin e stdout; consultas pagas são recusadas. Para permitir: --max-credits <n>.',
};
