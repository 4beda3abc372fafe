// npm run bench [-- case... | --all]: prints a table of ratios, each to a reference of the same run. Asserts nothing.
// To measure another Node: <another node> bench/index.js. Cases of many minutes run only if they are named, or with
// --all.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compare } from './cases/compare.js';
import { diff } from './cases/diff.js';
import { endToEnd } from './cases/end-to-end.js';
import { files } from './cases/files.js';
import { jobs } from './cases/jobs.js';
import { ledgers } from './cases/ledgers.js';
import { list } from './cases/list.js';
import { memory } from './cases/memory.js';
import { minute } from './cases/minute.js';
import { requests } from './cases/requests.js';
import { startup } from './cases/startup.js';
import { validation } from './cases/validation.js';

const cases = {
  startup,
  requests,
  validation,
  compare,
  files,
  jobs,
  list,
  diff,
  'end-to-end': endToEnd,
  memory,
  ledgers,
  minute,
};
const slowCases = ['memory', 'ledgers', 'minute'];
const namedCases = process.argv.slice(2);
const isWanted = (name) =>
  namedCases.includes('--all') ||
  (namedCases.length === 0 ? !slowCases.includes(name) : namedCases.includes(name));
const results = [];
for (const [name, measure] of Object.entries(cases)) {
  if (!isWanted(name)) continue;
  console.error(`${name} …`);
  results.push(...(await measure()));
}
const rows = results.map(({ ours, theirs, unit = 'ms', ...row }) => ({
  ...row,
  unit,
  ours: Math.round(ours),
  theirs: Math.round(theirs),
  ratio: Number((ours / theirs).toFixed(2)),
}));

const table = [
  '| what | reference | ours | reference | ratio | reach |',
  '| --- | --- | ---: | ---: | ---: | --- |',
  ...rows.map(
    (row) =>
      `| ${row.what} | ${row.reference} | ${row.ours} ${row.unit} | ${row.theirs} ${row.unit} | ${row.ratio} | ${row.reach} |`,
  ),
];
console.log(table.join('\n'));
const target = fileURLToPath(new URL('last.json', import.meta.url));
writeFileSync(target, `${JSON.stringify({ node: process.version, rows }, null, 2)}\n`);
