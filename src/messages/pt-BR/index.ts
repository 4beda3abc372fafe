import { errorTexts } from './errors/index.js';
import type { Messages } from '../en/index.js';
import { account } from './account.js';
import { batch } from './batch.js';
import { budget } from './budget.js';
import { card } from './card.js';
import { codes } from './codes.js';
import { commands } from './commands.js';
import { config } from './config.js';
import { diff } from './diff.js';
import { doubt } from './doubt.js';
import { exitCodes } from './exit-codes.js';
import { exports } from './exports.js';
import { help } from './help.js';
import { input } from './input.js';
import { ledger } from './ledger.js';
import { lookups } from './lookups.js';
import { options } from './options.js';
import { phrases } from './phrases.js';
import { placeholders } from './placeholders.js';
import { progress } from './progress.js';
import { removal } from './removal.js';
import { report } from './report.js';
import { servers } from './servers.js';
import { service } from './service.js';
import { spend } from './spend.js';
import { table } from './table.js';
import { usage } from './usage.js';

export const ptBR: Messages = {
  language: 'pt-BR',
  account,
  batch,
  budget,
  card,
  codes,
  commands,
  config,
  diff,
  doubt,
  exitCodes,
  exports,
  help,
  input,
  ledger,
  lookups,
  options,
  placeholders,
  progress,
  removal,
  report,
  servers,
  service,
  spend,
  table,
  usage,
  errorTexts,
  phrases,
};
