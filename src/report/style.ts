/** The style sheet: for light and dark, small and large screens, and paper, which is always light. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f6f5f1, #14181c); --card: light-dark(#ffffff, #1c2126);
  --ink: light-dark(#1d2329, #e8eaec); --soft: light-dark(#565f69, #a7b0b9); --line: light-dark(#dcd9d0, #323a42);
  --main: light-dark(#1f6f66, #58b8ab); --second: light-dark(#b8741a, #e0a458); --third: light-dark(#7a8490, #8b96a1);
  --fourth: light-dark(#c3c8cd, #4d5762); --bad: light-dark(#a83232, #e58080); --fifth: light-dark(#6b4fa0, #b9a2e8);
  --track: light-dark(#eceae3, #2a3138); --warn: light-dark(#fdf3dc, #3a3019); --warn-ink: light-dark(#5b4209, #f2dfb0);
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
.hint, footer { color: var(--soft); font-size: .86rem; }
h3 + .hint { margin-top: -.3rem; }
.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.figures { display: grid; grid-template-columns: repeat(4, 1fr); gap: 1px; margin: 1.75rem 0 0; background: var(--line); border: 1px solid var(--line); border-radius: .75rem; overflow: hidden; }
.figures > div { background: var(--card); padding: 1rem 1.15rem; }
.figures dt { color: var(--soft); font-size: .86rem; }
.figures dd { margin: 0; font-size: 1.75rem; font-weight: 620; line-height: 1.3; letter-spacing: -0.01em; font-variant-numeric: tabular-nums; }
.figures dd.about { font-size: .86rem; font-weight: 400; letter-spacing: 0; color: var(--soft); }
.columns { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1rem; }
.columns > :last-child:nth-child(odd) { grid-column: 1 / -1; }
.columns > .wide { grid-column: 1 / -1; }
.rows tbody { display: block; columns: 13rem; column-gap: 2.5rem; }
.rows tr { display: grid; grid-template-columns: 1fr auto auto; break-inside: avoid; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1.1rem 1.25rem; min-width: 0; }
.card > :last-child { margin-bottom: 0; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
tr > * { padding: .32rem 0; }
th { font-weight: 400; text-align: left; width: 100%; }
td { text-align: right; white-space: nowrap; vertical-align: top; padding-left: 1.1rem; }
td.share { color: var(--soft); min-width: 4.6rem; padding-left: .7rem; }
.rest { color: var(--soft); }
tfoot > tr > *, tr:not(.rest) + .rest > * { border-top: 1px solid var(--line); }
tfoot, tfoot th { font-weight: 600; }
svg { display: block; }
.bar { width: 100%; height: 4px; margin-top: .2rem; }
.track { fill: var(--track); }
.fill { fill: var(--main); }
.stack { width: 100%; height: 14px; margin-bottom: .8rem; border-radius: 3px; }
.swatch { display: inline-block; width: .7em; height: .7em; margin-right: .5em; }
.of-found { fill: var(--main); }
.of-duplicates { fill: var(--second); }
.of-notFound { fill: var(--third); }
.of-pending { fill: var(--fourth); }
.of-invalid, .of-failed { fill: var(--bad); }
.of-skipped { fill: var(--fifth); }
.of-unconfirmed { fill: var(--warn-ink); }
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
  .columns { grid-template-columns: minmax(0, 1fr); }
  .card { padding: 1rem; }
}
@media print {
  :root { color-scheme: light; font-size: 9pt; --ground: #ffffff; --line: #bbbbbb; }
  @page { margin: 15mm 14mm; }
  main, header, footer { max-width: none; padding: 0; }
  h2 { margin-top: 1.8rem; break-after: avoid; }
  h3, section > .hint { break-after: avoid; }
  .notice { border: 1px solid #000000; }
  .figures { background: none; }
  .figures > div + div { border-left: 1px solid var(--line); }
  .card, tr, .figures { break-inside: avoid; }
  footer { margin-top: 1.5rem; padding-bottom: 0; }
}
`;
