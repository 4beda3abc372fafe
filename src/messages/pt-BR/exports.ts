import type { exports as en } from '../en/exports.js';
import { s } from './words.js';

export const exports: typeof en = {
  reportWritten: (file) => s`Relatório: ${file}`,
  skipQuestion: (option) => s`Para não perguntar de novo, use ${option}.`,
  stdoutFailed: (reason) => s`Não foi possível gravar a saída (${reason}).`,
};
