import { readFile } from 'node:fs/promises';

const text = await readFile(new URL('../../docs/library.md', import.meta.url), 'utf8');

/** The examples of docs/library.md, one for each heading that has any. */
export const examples = [...text.matchAll(/## (.*?)\n(?:(?!\n## ).)*?```js\n(.*?)```/gs)].map(
  ([, heading = '', code = '']) => ({ heading, code }),
);
