/** Standard input by its names in the file system. */
const STDIN = /^\/(?:dev\/(?:stdin|fd\/0)|proc\/(?:self|thread-self)\/fd\/0)$/;
/** A stream that is open in one process, such as `<(…)` of a shell: the next process has none by that name. */
const OPEN = /^\/(?:dev\/(?:stdin|fd\/\d+)|proc\/(?:self|thread-self|\d+)\/fd\/\d+)$/;

export function isStdin(file: string): boolean {
  return file === '-' || STDIN.test(file);
}

/** Whether an input can be read only once, and nothing stands beside it. */
export function isPiped(file: string): boolean {
  return file === '-' || OPEN.test(file);
}
