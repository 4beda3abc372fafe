import { s } from './words.js';

/** Results as files. */
export const exports = {
  reportWritten: (file: string) => s`Report: ${file}`,
  skipQuestion: (written: string) => s`To skip this question, add --column ${written}.`,
  stdoutFailed: (reason: string) => s`The output could not be written (${reason}).`,
};
