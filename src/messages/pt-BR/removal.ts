import type { removal as en } from '../en/removal.js';
import { agree, plural, s } from './words.js';

export const removal: typeof en = {
  inputCopyHeldOpen: (id) =>
    s`Lote ${id} removido, exceto a cópia da entrada, que está aberta em outro programa. O próximo comando a remove.`,
  batchRemoved: (id) => s`Lote ${id} removido.`,
  removesBatch: (id, file, rows) =>
    s`Isto remove o lote ${id} (${file}, ${plural(rows, 'linha', 'linhas')}) e os resultados dele.`,
  removesOld: (batches) =>
    s`Isto remove ${plural(batches, 'lote', 'lotes')}, com entradas e resultados, e os registros de consultas simples dessa idade.`,
  takesRecords: (records, credits) =>
    s`Isso inclui ${plural(records, 'registro que custou', 'registros que custaram')} ${plural(credits, 'crédito', 'créditos')}; consultar de novo será cobrado de novo.`,
  dryRun: (told) => s`${told} Nada foi alterado (simulação).`,
  removedOld: (batches, records, credits) =>
    s`${agree(batches, 'Removido', 'Removidos')}: ${plural(batches, 'lote', 'lotes')} e ${plural(records, 'registro', 'registros')} (${plural(credits, 'crédito', 'créditos')}).`,
  removesPeople: (whom, rows, batches) =>
    s`Isto remove tudo o que está guardado sobre ${whom}, em ${plural(rows, 'linha', 'linhas')} de ${plural(batches, 'lote', 'lotes')}.`,
  removedPeople: ({ whom, rows, batches, records, credits }) =>
    s`Tudo o que estava guardado sobre ${whom} foi removido: ${plural(rows, 'linha', 'linhas')} de ${plural(batches, 'lote', 'lotes')} e ${plural(records, 'registro', 'registros')} (${plural(credits, 'crédito', 'créditos')}). Os seus próprios arquivos não mudaram.`,
  otherMachines:
    'Outras máquinas que compartilham este histórico mantêm cópias dessas entradas até exportá-las ou executar o mesmo comando.',
  nothingStored: (whom) => s`Não há nada guardado sobre ${whom}.`,
  people: (count) => s`${plural(count, 'pessoa ou empresa', 'pessoas e empresas')}`,
  nothingOld: 'Nada foi removido: não há nada dessa idade.',
  kept: (kept) => s`Mantidos, por estarem em andamento ou sem confirmação: ${kept}.`,
};
