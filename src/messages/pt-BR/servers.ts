import type { servers as en } from '../en/servers.js';
import { plural, s } from './words.js';

export const servers: typeof en = {
  sandboxReady: (plan, credits) =>
    s`O sandbox está pronto: plano ${plan}, ${plural(credits, 'crédito restante', 'créditos restantes')}. Todos os registros são inventados. Ctrl-C encerra.`,
  sandboxStateOutdated:
    'O estado era de uma versão mais antiga do confere: créditos e remessas recomeçam.',
  sandboxFolderFailed: (folder, reason) =>
    s`O sandbox não consegue guardar seu estado em ${folder}: ${reason}. Verifique a pasta, ou acrescente --ephemeral, que não guarda estado.`,
  stateFolderFailed: (folder, reason) =>
    s`Não é possível usar os dados em ${folder}: ${reason}. Verifique a pasta.`,
  mcpSandbox: 'Servindo o Model Context Protocol em stdin e stdout; o sandbox não custa nada.',
  mcpLimit: (limit) =>
    s`Servindo o Model Context Protocol em stdin e stdout; esta sessão pode gastar no máximo ${plural(limit, 'crédito', 'créditos')}.`,
  mcpNoBudget:
    'Servindo o Model Context Protocol em stdin e stdout; consultas pagas são recusadas, porque --max-credits <n> não foi informado.',
  badFault: (rule, trouble) => s`Não é possível usar --fault '${rule}': ${trouble}.`,
  faultForm: "deve ter a forma 'POST /cpf/bulk=503:2'",
  faultNoEndpoint: (endpoints) =>
    s`esse endpoint não existe; existem ${endpoints}, e * para qualquer parte`,
  faultNoAnswer: (action, answers) =>
    s`'${action}' não é uma resposta desse endpoint; use um status, drop, drop-after, slow:<ms>, renew, spend:<credits>, refund:<credits>, replace-key, ou uma destas: ${answers}`,
  faultSlowNeedsMs: "slow precisa dos milissegundos, como em 'slow:2000'",
  faultNeedsCredits: "spend e refund precisam dos créditos, como em 'spend:5'",
  faultBadCount: (often) =>
    s`'${often}' deve ser uma quantidade como 2 (as duas primeiras) ou uma probabilidade como 0.1`,
  badPort: (port, last) => s`A porta ${port} não existe; as portas vão de 1 a ${last}.`,
  portTaken: (port) =>
    s`A porta ${port} já está em uso nesta máquina; escolha outra com --port, ou --port 0 para uma livre.`,
  portRefused: (port) =>
    s`A porta ${port} é recusada nesta máquina; escolha outra com --port, ou --port 0 para uma livre.`,
  sandboxStateNewer: (path) =>
    s`O estado do sandbox em ${path} foi gravado por uma versão mais nova do confere: use essa versão, apague o arquivo, ou acrescente --ephemeral a 'confere sandbox'.`,
  sandboxStateDamaged: (path) =>
    s`O estado do sandbox em ${path} está danificado: apague o arquivo, ou acrescente --ephemeral a 'confere sandbox'.`,
};
