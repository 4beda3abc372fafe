import type { diff as en } from '../en/diff.js';
import { plural, s } from './words.js';

export const diff: typeof en = {
  sides: (older, newer) => s`${older} (anterior) e ${newer} (atual)`,
  onlyNewer: 'só no atual',
  onlyOlder: 'só no anterior',
  foundNow: 'agora encontrados',
  noLongerFound: 'não mais encontrados',
  answeredNow: 'agora com resposta',
  noLongerAnswered: 'agora sem resposta',
  otherData: 'com dados diferentes',
  same: 'iguais',
  unansweredInBoth: '  sem resposta nos dois',
  field: 'campo',
  differsIn: 'difere em',
  moreFields: (more) => s`e ${plural(more, 'outro campo', 'outros campos')}`,
  example: 'por exemplo',
  old: 'antes',
  new: 'agora',
  notCompared: (listed) => s`Campos não comparados, porque só um dos dois os tem: ${listed}.`,
  withoutIdentifier: (name, invalid) =>
    s`${name}: ${plural(invalid, 'linha', 'linhas')} sem identificador válido.`,
  contradictory: (name, contradictory) =>
    s`${name}: ${plural(contradictory, 'identificador tem', 'identificadores têm')} várias linhas que diferem; vale a da consulta mais recente.`,
  changesFile: (output) => s`mudanças: ${output}`,
  reading: (name) => s`lendo ${name}`,
  readingRows: (name, rows) => s`lendo ${name}: ${plural(rows, 'linha', 'linhas')}`,
  comparing: 'comparando',
  noSuchField: (field, listed) =>
    s`--only: não existe o grupo ou campo '${field}'. Existem: ${listed}.`,
  wouldReplaceInput: (file) =>
    s`-o substituiria ${file}, que está sendo comparado; indique outro arquivo.`,
  differences: (identifiers) =>
    s`${plural(identifiers, 'identificador difere', 'identificadores diferem')}.`,
  kindsDiffer: (cpfs, cnpjs) =>
    s`Os identificadores de ${cpfs} são CPFs e os de ${cnpjs} são CNPJs, e por isso não há o que comparar; indique dois resultados do mesmo tipo.`,
  leftOutStatus: (listed) => s`Fora da comparação, porque --only não inclui status: ${listed}.`,
  notAResult: (file) =>
    s`${file} não é um resultado do confere: falta a coluna lookup_status. Podem ser comparados os arquivos gravados por bulk run e bulk export, e lotes pelos ids.`,
  tooDeep: (file, objects, deepest) =>
    s`${file} não é um resultado do confere: depois de ${plural(objects, 'objeto', 'objetos')} há um com listas ou objetos em mais de ${deepest} níveis. Exporte o resultado de novo.`,
  notWholeJson: (file, objects) =>
    s`${file} não é um JSON inteiro: depois de ${plural(objects, 'objeto', 'objetos')} há outra coisa, ou o arquivo acaba. Exporte o resultado de novo.`,
};
