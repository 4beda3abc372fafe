import type { Catalogue } from '../say.js';
import { account } from './account.js';
import { batches } from './batches.js';
import { bulk } from './bulk.js';
import { commands } from './commands.js';
import { config } from './config.js';
import { exitCodes } from './exit-codes.js';
import { files } from './files.js';
import { inputs } from './inputs.js';
import { lookups } from './lookups.js';
import { mcp } from './mcp.js';
import { program } from './program.js';
import { report } from './report.js';
import { results } from './results.js';
import { service } from './service.js';
import { spending } from './spending.js';
import { start } from './start.js';
import { topics } from './topics.js';
import { usage } from './usage.js';

/**
 * Brazilian Portuguese. One word for one thing:
 *
 * batch lote · job envio · submission submissão · row linha · lookup consulta · record registro ·
 * ledger histórico · balance saldo · credits créditos · overage excedente · budget limite de gasto ·
 * check digits dígitos verificadores · API key chave de API · profile perfil · base URL URL base ·
 * flag opção · default padrão · standard input entrada padrão · workbook planilha · partners sócios ·
 * sheet aba · deadline prazo · charged cobrado · skipped pulados · unconfirmed sem confirmação
 *
 * Counts stand behind their noun (linhas: 3), so that one sentence is right for every number.
 */
export const ptBr: Catalogue = {
  ...account,
  ...batches,
  ...bulk,
  ...commands,
  ...config,
  ...exitCodes,
  ...files,
  ...inputs,
  ...lookups,
  ...mcp,
  ...program,
  ...report,
  ...results,
  ...service,
  ...spending,
  ...start,
  ...topics,
  ...usage,
};
