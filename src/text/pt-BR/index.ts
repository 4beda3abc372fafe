import type { Catalogue } from '../voice.js';
import { account } from './account/account.js';
import { comparison } from './batches/comparison.js';
import { progress } from './batches/progress.js';
import { bulk } from './commands/bulk.js';
import { commands } from './commands/commands.js';
import { settings } from './account/settings.js';
import { exitCodes } from './commands/exit-codes.js';
import { files } from './files/files.js';
import { inputs } from './files/inputs.js';
import { ledger } from './ledger.js';
import { live } from './batches/live.js';
import { library } from './library.js';
import { lookups } from './lookups.js';
import { mcp, sandbox } from './commands/servers.js';
import { program } from './commands/program.js';
import { reportPage } from './report-page.js';
import { results } from './batches/results.js';
import { sharedLedger } from './shared-ledger.js';
import { service } from './service.js';
import { spending } from './batches/spending.js';
import { spent } from './account/spending.js';
import { topics } from './commands/topics.js';
import { usage } from './commands/usage.js';

/**
 * Brazilian Portuguese. One word for one thing:
 *
 * batch lote · job remessa · submission envio · row linha · lookup consulta · record registro ·
 * ledger histórico · balance saldo · credits créditos · overage excedente · budget teto de gasto ·
 * check digits dígitos verificadores · API key chave de API · profile perfil · base URL URL base ·
 * flag opção · default padrão · standard input entrada padrão · workbook planilha · partners sócios ·
 * sheet aba · deadline prazo · charged cobrado · saved economizado · skipped sem saldo · pending em aberto ·
 * duplicate duplicada · repaired com zeros recuperados · unconfirmed sem confirmação · abandon descartar · settle apurar
 *
 * `{0#linha|linhas}` is a number and the word that agrees with it, `{0?está|estão}` the word alone.
 */
export const ptBr: Catalogue = {
  ...account,
  ...bulk,
  ...commands,
  ...comparison,
  ...exitCodes,
  ...files,
  ...inputs,
  ...ledger,
  ...library,
  ...live,
  ...lookups,
  ...mcp,
  ...program,
  ...progress,
  ...reportPage,
  ...results,
  ...sandbox,
  ...service,
  ...settings,
  ...sharedLedger,
  ...spending,
  ...spent,
  ...topics,
  ...usage,
};
