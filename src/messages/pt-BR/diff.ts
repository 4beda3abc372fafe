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
  leftOutStatus: (listed) => s`Fora da comparação, porque --only não inclui status: ${listed}.`,
};
