import { test } from 'vitest';
import { writeFileSync } from 'node:fs';
import { detectLayout, readRows, describeLayout } from '../../../src/batch/input/index.js';
test('try', async () => {
  for (const f of ['companhias-abertas-cvm.csv', 'operadoras-ans.csv']) {
    const p = '/work/shared/real-inputs/' + f;
    const t = Date.now();
    const l = await detectLayout(p, {});
    console.log(l, describeLayout(l, f), Date.now() - t);
    let n = 0, v = 0;
    for await (const r of readRows(p, l)) { n++; if (r.reading.valid) v++; }
    console.log(n, v, Date.now() - t);
  }
  const line = '08.773.135/0001-00;2W ECOBANK S.A.;"2W ECOBANK S.A.";2020-10-29;2007-03-23;ATIVO;25224;Energia\n';
  writeFileSync('/tmp/try/big.csv', 'CNPJ;a;b;c;d;e;f;g\n' + line.repeat(1e6));
  const l = await detectLayout('/tmp/try/big.csv', {});
  let t = Date.now(); let n = 0;
  for await (const _ of readRows('/tmp/try/big.csv', l)) n++;
  console.log(n, Date.now() - t, process.memoryUsage().rss / 1e6);
  writeFileSync('/tmp/try/bad.csv', 'CNPJ;a\n' + '08.773.135/0001-00;x\n'.repeat(5) + '08.773.135/0001-00;"x\n'+ '08.773.135/0001-00;x\n'.repeat(1e5));
  n = 0;
  try { const l2 = await detectLayout('/tmp/try/bad.csv', {});
  for await (const _ of readRows('/tmp/try/bad.csv', l2)) n++; } catch (e) { console.log(n, e) }
});
