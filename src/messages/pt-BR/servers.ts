import type { servers as en } from '../en/servers.js';
import { plural, s } from './words.js';

export const servers: typeof en = {
  sandboxReady: (plan, credits) =>
    s`O sandbox está pronto: plano ${plan}, ${plural(credits, 'crédito restante', 'créditos restantes')}. Todos os registros são inventados. Ctrl-C encerra.`,
  sandboxStateOutdated:
    'O estado era de uma versão mais antiga do confere: créditos e remessas recomeçam.',
  mcpSandbox: 'Servindo o Model Context Protocol em stdin e stdout; o sandbox não custa nada.',
  mcpLimit: (limit) =>
    s`Servindo o Model Context Protocol em stdin e stdout; esta sessão pode gastar no máximo ${plural(limit, 'crédito', 'créditos')}.`,
  mcpNoBudget:
    'Servindo o Model Context Protocol em stdin e stdout; consultas pagas são recusadas, porque --max-credits <n> não foi informado.',
};
