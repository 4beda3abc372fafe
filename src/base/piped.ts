/** The names of standard input in the file system. */
const STDIN = /^\/(?:dev\/(?:stdin|fd\/0)|proc\/(?:self|thread-self)\/fd\/0)$/;
/** The names of streams of one process, such as `<(…)` of a shell; the next process does not have them. */
const STREAM_OF_PROCESS = /^\/(?:dev\/(?:stdin|fd\/\d+)|proc\/(?:self|thread-self|\d+)\/fd\/\d+)$/;

/** The names of piped input; the ledger stores the one in the language of the run. */
export const PIPED_INPUT_NAMES = { en: 'Standard input', 'pt-BR': 'Entrada padrão' };

export function isPipedInputName(file: string): boolean {
  return Object.values(PIPED_INPUT_NAMES).includes(file);
}

export function isStdin(file: string): boolean {
  return file === '-' || STDIN.test(file);
}

/** Returns whether an input can be read only once, and has no folder in which files beside it could be written. */
export function isPiped(file: string): boolean {
  return file === '-' || STREAM_OF_PROCESS.test(file);
}
