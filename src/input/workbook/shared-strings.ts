import type { Readable } from 'node:stream';
import { tooLarge } from '../bytes/unpack-limits.js';
import { readXml } from './xml.js';

/** Characters. The shared texts are the only part of a workbook that must be in memory completely. */
const MAX_CHARACTERS = 256 * 2 ** 20;

/** Reads the texts that cells refer to by index, without pronunciation aids (`rPh`). */
export async function readStrings(part: Readable, name: string): Promise<string[]> {
  const strings: string[] = [];
  let [text, total, isText, aids] = ['', 0, false, 0];
  await readXml(part, {
    open: (tag) => {
      if (tag === 'si') text = '';
      else if (tag === 'rPh') aids += 1;
      else if (tag === 't') isText = aids === 0;
    },
    text: (more) => {
      if (isText) text += more;
    },
    close: (tag) => {
      if (tag === 't') isText = false;
      else if (tag === 'rPh') aids -= 1;
      else if (tag === 'si') {
        total += text.length;
        if (total > MAX_CHARACTERS) throw tooLarge(name);
        strings.push(unescaped(text));
      }
    },
  });
  return strings;
}

/** Decodes characters that XML does not allow, which workbooks write as `_x000D_`. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
}
