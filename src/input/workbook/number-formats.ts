import type { Readable } from 'node:stream';
import { readNumberFormat, type Shown } from './shown-value.js';
import { readXml } from './xml.js';

/** Reads how each style shows numbers. Cells refer to a style by index. */
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
  return formats.map((id) => readNumberFormat(id, codes.get(id)));
}
