/** The style sheet of the page: light and dark, phone and desk, screen and paper. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: #f6f5f1; --card: #ffffff; --ink: #1d2329; --soft: #565f69; --line: #dcd9d0;
  --main: #1f6f66; --second: #b8741a; --third: #7a8490; --fourth: #c3c8cd; --bad: #a83232; --fifth: #6b4fa0;
  --track: #eceae3; --warn: #fdf3dc; --warn-ink: #5b4209;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14181c; --card: #1c2126; --ink: #e8eaec; --soft: #a7b0b9; --line: #323a42;
    --main: #58b8ab; --second: #e0a458; --third: #8b96a1; --fourth: #4d5762; --bad: #e58080; --fifth: #b9a2e8;
    --track: #2a3138; --warn: #3a3019; --warn-ink: #f2dfb0;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  overflow-wrap: anywhere;
}
main, header, footer { max-width: 62rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2.5rem; }
h1, h2, h3 { line-height: 1.25; text-wrap: balance; }
h1 { font-size: 1.9rem; font-weight: 650; letter-spacing: -0.015em; margin: 0 0 .3rem; }
h2 { font-size: 1.25rem; font-weight: 650; margin: 2.75rem 0 .75rem; }
h3 { font-size: .95rem; font-weight: 600; margin: 0 0 .5rem; }
p { margin: .5rem 0; max-width: 44rem; }
header p { color: var(--soft); margin: 0; }
header strong { color: var(--ink); font-weight: 600; }
.notice { background: var(--warn); color: var(--warn-ink); border-radius: .5rem; padding: .7rem 1rem; margin: 1rem 0 0; max-width: none; }
.hint, small, .scale, .legend, footer { color: var(--soft); font-size: .86rem; }
.card > .hint { margin-top: 0; }
.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.figures { display: grid; grid-template-columns: repeat(4, 1fr); gap: 1px; margin: 1.75rem 0 0; background: var(--line); border: 1px solid var(--line); border-radius: .75rem; overflow: hidden; }
.figures > div { background: var(--card); padding: 1rem 1.15rem; }
.figures dt { color: var(--soft); font-size: .86rem; }
.figures dd { margin: 0; font-size: 1.75rem; font-weight: 620; line-height: 1.3; letter-spacing: -0.01em; font-variant-numeric: tabular-nums; }
.figures dd.about { font-size: .86rem; font-weight: 400; letter-spacing: 0; color: var(--soft); }
.columns { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1rem; }
.columns > :last-child:nth-child(odd) { grid-column: 1 / -1; }
.columns + .card { margin-top: 1rem; }
.halves { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 2.5rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1.1rem 1.25rem; min-width: 0; }
.card > :first-child { margin-top: 0; }
.card > :last-child { margin-bottom: 0; }
.card + .card { margin-top: 1rem; }
.columns > .card + .card { margin-top: 0; }
.columns + .hint { margin-top: 1rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { font-weight: 400; text-align: left; }
td { text-align: right; white-space: nowrap; vertical-align: top; }
.bars tr > * { padding: .32rem 0; }
.bars th { width: 100%; }
.bars td { padding-left: 1.1rem; }
.bars td.share { color: var(--soft); min-width: 4.6rem; padding-left: .7rem; }
.bars .part > * { padding-top: 0; font-size: .86rem; color: var(--soft); }
.bars .part th { padding-left: 1.25rem; }
.bars .part .fill { fill: var(--third); }
.beside th { width: auto; }
.words th { min-width: 6.6rem; }
.codes th { min-width: 2.4rem; }
.beside th:not([colspan]) { padding-right: .6rem; }
.beside .drawn { width: 100%; vertical-align: middle; }
.beside .bar { height: 8px; margin: 0; border-radius: 2px; }
.beside tr > * { padding-top: .2rem; padding-bottom: .2rem; }
.bars .rest { color: var(--soft); }
.bars tfoot > tr > *, .bars .rest:last-child > * { border-top: 1px solid var(--line); }
.bars tfoot { font-weight: 600; }
.bars tfoot th { font-weight: 600; }
svg { display: block; }
.bar { width: 100%; height: 4px; margin-top: .2rem; }
.track, .ground { fill: var(--track); }
.fill { fill: var(--main); }
.stack { width: 100%; height: 14px; margin-bottom: .8rem; border-radius: 3px; }
.swatch { display: inline-block; width: .7em; height: .7em; margin-right: .5em; }
.of-found, .job-done { fill: var(--main); }
.of-reused, .of-duplicates { fill: var(--second); }
.of-notFound, .job-abandoned { fill: var(--third); }
.of-pending, .job-accepted, .job-submitting { fill: var(--fourth); }
.of-invalid, .of-rejected, .of-failed, .job-failed { fill: var(--bad); }
.of-skipped { fill: var(--fifth); }
.of-unconfirmed, .job-unconfirmed { fill: var(--warn-ink); }
.chart { width: 100%; height: 11rem; border-radius: 3px; }
.chart.low { height: 7rem; border-bottom: 1px solid var(--line); border-radius: 0; }
.lanes { width: 100%; margin: .25rem 0; }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .2rem 1.25rem; padding: 0; margin: .6rem 0 1.1rem; }
.scale { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .2rem 1rem; max-width: none; margin: .35rem 0 .75rem; font-variant-numeric: tabular-nums; }
.years { list-style: none; columns: 7.5rem; column-gap: 1.75rem; padding: 0; margin: 0 0 .75rem; font-size: .86rem; color: var(--soft); font-variant-numeric: tabular-nums; }
.years li { display: flex; justify-content: space-between; gap: .75rem; break-inside: avoid; padding: .1rem 0; }
.years b { color: var(--ink); font-weight: 500; }
.jobs { font-size: .9rem; }
.jobs tr > * { padding: .45rem .6rem; text-align: right; vertical-align: top; border-bottom: 1px solid var(--line); overflow-wrap: normal; }
.jobs thead th { color: var(--soft); font-size: .82rem; vertical-align: bottom; }
.jobs tr > :first-child { padding-left: 0; }
.jobs tr > :last-child { padding-right: 0; }
.jobs tr:last-child > * { border-bottom: 0; padding-bottom: 0; }
.jobs tr > :nth-child(-n + 2) { text-align: left; }
.jobs td:nth-child(2) { white-space: normal; overflow-wrap: anywhere; min-width: 8rem; }
.jobs small { display: block; }
.jobs th { white-space: nowrap; }
.jobs thead th { white-space: normal; }
footer { margin-top: 3rem; padding-bottom: 3rem; }
footer p { border-top: 1px solid var(--line); padding-top: .9rem; max-width: none; }
footer p + p { border: 0; padding: 0; }
@media screen and (max-width: 44rem) {
  header { padding-top: 1.5rem; }
  main, header, footer { padding-left: 1rem; padding-right: 1rem; }
  h1 { font-size: 1.55rem; }
  .figures { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .figures > div { padding: .8rem .9rem; }
  .figures dd { font-size: 1.4rem; }
  .columns, .halves { grid-template-columns: minmax(0, 1fr); }
  .card { padding: 1rem; }
}
@media screen and (max-width: 58rem) {
  .jobs, .jobs tbody { display: block; }
  .jobs thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .jobs tbody tr { display: grid; grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr)); gap: .35rem 1.25rem; padding: .6rem 0; border-top: 1px solid var(--line); }
  .jobs tbody tr > * { border: 0; padding: 0; text-align: left; white-space: normal; min-width: 0; }
  .jobs tbody tr > *::before { display: block; content: attr(data-name); color: var(--soft); font-size: .82rem; }
}
@media print {
  :root {
    color-scheme: light;
    --ground: #ffffff; --card: #ffffff; --ink: #000000; --soft: #444444; --line: #bbbbbb;
    --main: #1f6f66; --second: #b8741a; --third: #7a8490; --fourth: #c3c8cd; --bad: #a83232; --fifth: #6b4fa0;
    --track: #eeeeee; --warn: #ffffff; --warn-ink: #000000;
  }
  @page { margin: 15mm 14mm; }
  :root { font-size: 9pt; }
  main, header, footer { max-width: none; padding: 0; }
  h2 { margin-top: 1.8rem; break-after: avoid; }
  h3, section > .hint { break-after: avoid; }
  .jobs { font-size: .85rem; }
  .jobs tr > * { padding: .3rem .4rem; }
  .notice { border: 1px solid #000000; }
  .figures { background: none; }
  .figures > div + div { border-left: 1px solid var(--line); }
  .chart { height: 8rem; }
  .chart.low { height: 5rem; }
  .columns { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .card, tr, li, .figures { break-inside: avoid; }
  thead { display: table-header-group; }
  footer { margin-top: 1.5rem; padding-bottom: 0; }
}
`;
