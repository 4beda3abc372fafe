import { inputLimits } from '../../limits.js';
import { tooLarge } from '../bytes/unpack-limits.js';
import type { Part } from './archive.js';
import { TextList } from './text-list.js';
import { readXml } from './xml.js';

/** Reads the texts that cells refer to by index, without pronunciation aids (`rPh`). */
export async function readStrings(part: Part, name: string): Promise<TextList> {
  const strings = new TextList(name);
  let [text, isText, aids] = ['', false, 0];
  await readXml(part, name, {
    open: (tag) => {
      if (tag === 'si') text = '';
      else if (tag === 'rPh') aids += 1;
      else if (tag === 't') isText = aids === 0;
    },
    text: (more) => {
      if (!isText) return;
      text += more;
      if (text.length > inputLimits.token) throw tooLarge(name, 'token');
    },
    close: (tag) => {
      if (tag === 't') isText = false;
      else if (tag === 'rPh') aids -= 1;
      else if (tag === 'si') strings.add(unescaped(text));
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
