/** Stands in the place of the package `conf`, which would write settings to the real disk. */
import { join } from 'node:path';
import { existsSync, readFileSync, writeFileSync } from './file-system.js';

type Content = Record<string, unknown>;

interface Options {
  readonly cwd: string;
  readonly configName: string;
  readonly fileExtension: string;
  readonly serialize: (content: Content) => string;
  readonly deserialize: (text: string) => Content;
}

export default class Conf {
  readonly #path: string;
  readonly #options: Options;
  #content: Content = {};

  constructor(options: Options) {
    const { cwd, configName, fileExtension, deserialize } = options;
    this.#options = options;
    this.#path = join(cwd, configName + fileExtension);
    if (existsSync(this.#path)) this.#content = deserialize(String(readFileSync(this.#path)));
  }

  get(key: string, otherwise: unknown): unknown {
    return this.#content[key] ?? otherwise;
  }

  set(key: string, value: unknown): void {
    this.#content = { ...this.#content, [key]: value };
    writeFileSync(this.#path, this.#options.serialize(this.#content));
  }
}
