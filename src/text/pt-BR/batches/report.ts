import type { Catalogue } from '../../voice.js';

/** The messages of `bulk report`, except the page. */
export const report: Catalogue = {
  '--json needs stdout for itself; name a file with -o.':
    '--json precisa da saída padrão só para si; indique um arquivo com -o.',
  'A page is not for the terminal; name a file with -o, as in -o report.html.':
    'Uma página não é para o terminal; indique um arquivo com -o, como em -o relatorio.html.',
  'a page about a batch, in numbers alone: no names, no identifiers':
    'uma página sobre um lote, só em números: sem nomes nem identificadores',
  'where the page goes (default: stdout)': 'onde fica a página (padrão: saída padrão)',
  "language of the page (default: the locale's)": 'idioma da página (padrão: o do sistema)',
  'Report: {0}': 'Relatório: {0}',
  '-o <file> writes it elsewhere.': '-o <arquivo> grava em outro lugar.',
};
