// npm run bench [-- case...]: a table of ratios, each beside its reference in the same run; asserts nothing.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { files } from './cases/files.js';
import { requests } from './cases/requests.js';
import { startup } from './cases/startup.js';
import { validation } from './cases/validation.js';

const cases = { startup, requests, validation, files };
const wanted = process.argv.slice(2);
const results = [];
for (const [name, measure] of Object.entries(cases)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.error(`${name} …`);
  results.push(...(await measure()));
}
const rows = results.map(({ ours, theirs, ...row }) => ({
  ...row,
  ours: Math.round(ours),
  theirs: Math.round(theirs),
  ratio: Number((ours / theirs).toFixed(2)),
}));

const table = [
  '| what | reference | ours, ms | reference, ms | ratio | reach |',
  '| --- | --- | ---: | ---: | ---: | --- |',
  ...rows.map(
    (row) =>
      `| ${row.what} | ${row.reference} | ${row.ours} | ${row.theirs} | ${row.ratio} | ${row.reach} |`,
  ),
];
console.log(table.join('\n'));
const target = fileURLToPath(new URL('last.json', import.meta.url));
writeFileSync(target, `${JSON.stringify({ node: process.version, rows }, null, 2)}\n`);
