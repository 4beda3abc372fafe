/** Stands in the place of the package `conf`, which would write settings to the real disk. */
import { join } from 'node:path';
import { writeFileSync } from './file-system.js';

type Content = Record<string, unknown>;

interface Options {
  readonly cwd: string;
  readonly configName: string;
  readonly fileExtension: string;
  readonly serialize: (content: Content) => string;
}

export default class Conf {
  readonly #path: string;
  readonly #options: Options;

  constructor(options: Options) {
    const { cwd, configName, fileExtension } = options;
    this.#options = options;
    this.#path = join(cwd, configName + fileExtension);
  }

  set store(content: Content) {
    writeFileSync(this.#path, this.#options.serialize(content));
  }
}
