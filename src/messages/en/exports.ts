import { s } from './words.js';

/** Results as files. */
export const exports = {
  reportWritten: (file: string) => s`Report: ${file}`,
  skipQuestion: (option: string) => s`To skip this question, add ${option}.`,
  stdoutFailed: (reason: string) => s`The output could not be written (${reason}).`,
};
