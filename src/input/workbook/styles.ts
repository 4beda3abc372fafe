import type { Readable } from 'node:stream';
import { shownBy, type Shown } from './shown-value.js';
import { readXml } from './xml.js';

/** How the cells of each style show numbers; a cell names its style by its index. */
export async function readStyles(part: Readable): Promise<Shown[]> {
  const codes = new Map<number, string>();
  const formats: number[] = [];
  let inCells = false;
  await readXml(part, {
    open: (name, { numFmtId, formatCode }) => {
      if (name === 'cellXfs') inCells = true;
      else if (name === 'numFmt') codes.set(Number(numFmtId), formatCode ?? '');
      else if (name === 'xf' && inCells) formats.push(Number(numFmtId ?? 0));
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return formats.map((id) => shownBy(id, codes.get(id)));
}
