import type { removal as en } from '../en/removal.js';
import { agree, plural, s } from './words.js';

export const removal: typeof en = {
  inputCopyHeldOpen: (id) =>
    s`O lote ${id} foi removido; outro programa está com a cópia da entrada aberta, e o próximo comando a remove.`,
  batchRemoved: (id) => s`O lote ${id} foi removido.`,
  removesBatch: (id, file, rows) =>
    s`Isto remove o lote ${id} (${file}, ${plural(rows, 'linha', 'linhas')}) com os resultados dele.`,
  removesOld: (batches) =>
    s`Isto remove ${plural(batches, 'lote', 'lotes')}, com as entradas e os resultados, e os registros avulsos dessa idade.`,
  takesRecords: (records, credits) =>
    s`Junto ${agree(records, 'vai', 'vão')} ${plural(records, 'registro', 'registros')}, ao custo de ${plural(credits, 'crédito', 'créditos')}; consultar o mesmo outra vez será cobrado de novo.`,
  dryRun: (told) => s`${told} Nada foi alterado: foi só uma simulação.`,
  removedOld: (batches, records, credits) =>
    s`Remoção concluída: ${plural(batches, 'lote', 'lotes')} e ${plural(records, 'registro', 'registros')} (${plural(credits, 'crédito', 'créditos')}).`,
  removesPeople: (whom, rows, batches) =>
    s`Isto remove tudo o que está guardado sobre ${whom}, em ${plural(rows, 'linha', 'linhas')} de ${plural(batches, 'lote', 'lotes')}.`,
  removedPeople: ({ whom, rows, batches, records, credits }) =>
    s`Não há mais nada guardado sobre ${whom}: foram apagados ${plural(rows, 'linha', 'linhas')} de ${plural(batches, 'lote', 'lotes')} e ${plural(records, 'registro', 'registros')} (${plural(credits, 'crédito', 'créditos')}). Os seus próprios arquivos não mudaram.`,
  otherMachines:
    'Outras máquinas que compartilham este histórico mantêm cópias dessas entradas até exportá-las ou executar o mesmo comando.',
  nothingStored: (whom) => s`Não há nada guardado sobre ${whom}.`,
  people: (count) => s`${plural(count, 'pessoa ou empresa', 'pessoas e empresas')}`,
  nothingOld: 'Nada é tão antigo assim; nada foi removido.',
  kept: (kept) => s`Ainda em andamento, mantidos: ${kept}.`,
};
