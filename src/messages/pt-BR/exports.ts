import type { exports as en } from '../en/exports.js';
import { s } from './words.js';

export const exports: typeof en = {
  reportWritten: (file) => s`Relatório: ${file}`,
  skipQuestion: (written) => s`Para não perguntar de novo, use --column ${written}.`,
  stdoutFailed: (reason) => s`Não foi possível gravar a saída (${reason}).`,
};
