import type { Messages } from '../en/index.js';
import { identifiers, plural, s } from './phrases.js';

export const log: Messages['log'] = {
  nothing: 'Não há consultas neste histórico.',
  nothingSince: 'Não há consultas neste histórico desde então.',
  requests: (whom) => s`Consultas de ${whom}`,
  files: 'Arquivos',
  columns: {
    at: 'quando',
    request: 'operação',
    about: 'sobre',
    found: 'encontrados',
    answer: 'resposta',
    credits: 'créditos',
    user: 'quem',
    purpose: 'finalidade',
    batch: 'lote',
  },
  kinds: {
    lookup: 'consulta',
    realtime: 'consulta em tempo real',
    batch: 'lote',
    batch_use: 'lote, novo uso',
    deleted_batch: 'lote apagado',
  },
  answers: {
    charged: 'encontrado',
    reused: 'já pago',
    not_found: 'não encontrado',
    free: 'sem registro',
    invalid: 'inválido',
    waiting: 'em aberto',
    unconfirmed: 'sem confirmação',
  },
  notStored: 'não anotado',
  erased: '(sem identificador guardado)',
  identifiers,
  rowsErased: (count) => plural(count, 'linha apagada', 'linhas apagadas'),
  places: {
    copy: ({ path, batch, rows }) =>
      rows === null
        ? s`cópia da entrada do lote ${batch}, danificada: ${path}`
        : s`${plural(rows, 'linha', 'linhas')} na cópia da entrada do lote ${batch}: ${path}`,
    workbook: ({ path, batch }) => s`planilha do lote ${batch}: ${path}`,
    result: ({ path, batch }) => s`resultado do lote ${batch}: ${path}`,
  },
  inDatabase: 'no banco de dados do histórico',
  notHere: (file) => s`${file} (não está mais lá, ou está em outra máquina)`,
};
