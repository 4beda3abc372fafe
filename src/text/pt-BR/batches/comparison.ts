import type { Catalogue } from '../../voice.js';

/** What `bulk diff` says. */
export const comparison: Catalogue = {
  'what changed between two batches or results; no key, no network':
    'o que mudou entre dois lotes ou resultados; sem chave, sem rede',
  'only these fields or groups, e.g. status,partners,address':
    'só estes campos ou grupos, por exemplo status,partners,address',
  'exit 9 when anything differs': 'sai com 9 quando algo difere',
  'where every change goes, one a row': 'onde gravar cada mudança, uma por linha',
  '{0} (older) and {1} (newer)': '{0} (anterior) e {1} (atual)',
  'only in the newer': 'só no atual',
  'only in the older': 'só no anterior',
  'found now': 'agora encontrados',
  'no longer found': 'não mais encontrados',
  'answered now': 'agora com resposta',
  'no longer answered': 'agora sem resposta',
  'with other data': 'com dados diferentes',
  'the same': 'iguais',
  '  unanswered in both': '  sem resposta nos dois',
  field: 'campo',
  'differs in': 'difere em',
  'and {0#more field|more fields}': 'e {0#outro campo|outros campos}',
  'for example': 'por exemplo',
  old: 'antes',
  new: 'agora',
  'Not compared, because only one of the two has them: {0}.':
    'Campos não comparados, porque só um dos dois os tem: {0}.',
  '{0}: {1#row|rows} without a valid identifier.':
    '{0}: {1#linha|linhas} sem identificador válido.',
  '{0}: {1#identifier has|identifiers have} several rows that differ; the one fetched last counts.':
    '{0}: {1#identificador tem|identificadores têm} várias linhas que diferem; vale a da consulta mais recente.',
  'Older and newer are ids of batches, or results of bulk run and export in any format. Rows are compared by identifier; their order does not matter.':
    'Anterior e atual são ids de lotes, ou resultados de bulk run e export em qualquer formato. As linhas são comparadas por identificador; a ordem não importa.',
  'Groups of --only: {0}. Any field of the record can be named, too.':
    'Grupos de --only: {0}. Qualquer campo do registro também pode ser indicado.',
  'Without -o and --format there is a summary alone. Of lists such as partners, old has what is gone and new what came.':
    'Sem -o e --format há só um resumo. Em listas, como a de sócios, old traz o que saiu e new o que entrou.',
  'changes: {0}': 'mudanças: {0}',
  'reading {0}': 'lendo {0}',
  'reading {0}: {1#row|rows}': 'lendo {0}: {1#linha|linhas}',
  comparing: 'comparando',
  "--only: there is no group or field '{0}'. There are: {1}.":
    "--only: não existe o grupo ou campo '{0}'. Existem: {1}.",
  '-o would replace {0}, which is compared; name another file.':
    '-o substituiria {0}, que está sendo comparado; indique outro arquivo.',
  '{0#row is|rows are} invalid, which --strict does not accept; --rejects <file> writes each with its reason.':
    '{0#linha é inválida|linhas são inválidas}, o que --strict não aceita; --rejects <arquivo> grava cada uma com o motivo.',
  '{0#identifier is|identifiers are} not valid; standard output says why.':
    '{0#identificador não é válido|identificadores não são válidos}; a saída padrão diz por quê.',
  '{0#identifier was|identifiers were} not found.':
    '{0#identificador não encontrado|identificadores não encontrados}.',
  'This command prints no JSON; leave out --json.': 'Este comando não imprime JSON; omita --json.',
  '--json and --format {0} contradict each other; leave one of them out.':
    '--json e --format {0} se contradizem; omita um dos dois.',
  '{0#identifier differs|identifiers differ}.': '{0#identificador difere|identificadores diferem}.',
  'The identifiers of {0} are CPFs and those of {1} are CNPJs, so that nothing can be compared; name two results of the same kind.':
    'Os identificadores de {0} são CPFs e os de {1} são CNPJs, e por isso não há o que comparar; indique dois resultados do mesmo tipo.',
  'The folder for temporary files, {0}, does not exist: create it, or set TMPDIR (on Windows TEMP) to another one.':
    'A pasta de arquivos temporários, {0}, não existe: crie-a, ou defina TMPDIR (no Windows, TEMP) com outra.',
  'The folder for temporary files, {0}, cannot be written to ({1}): mend that, or set TMPDIR (on Windows TEMP) to another one.':
    'Não é possível gravar na pasta de arquivos temporários, {0} ({1}): corrija isso, ou defina TMPDIR (no Windows, TEMP) com outra.',
  'Left out, because --only does not name status: {0}.':
    'Fora da comparação, porque --only não inclui status: {0}.',
  '{0} is the input of the batch, which is never replaced. Name another file.':
    '{0} é a entrada do lote, que nunca é substituída. Indique outro arquivo.',
  '{0} is the input itself, which is never replaced; nothing was sent. Name another file.':
    '{0} é a própria entrada, que nunca é substituída; nada foi enviado. Indique outro arquivo.',
  '{0} is not a result of confere: it has no column lookup_status. What bulk run and bulk export write can be compared, and batches by their ids.':
    '{0} não é um resultado do confere: falta a coluna lookup_status. Podem ser comparados os arquivos gravados por bulk run e bulk export, e lotes pelos ids.',
  '{0} is not a result of confere: after {1#object|objects} one has lists or objects more than {2} deep in each other. Export the result again.':
    '{0} não é um resultado do confere: depois de {1#objeto|objetos} há um com listas ou objetos em mais de {2} níveis. Exporte o resultado de novo.',
  '{0} is not whole JSON: after {1#object|objects} something else begins, or the file ends. Export the result again.':
    '{0} não é um JSON inteiro: depois de {1#objeto|objetos} há outra coisa, ou o arquivo acaba. Exporte o resultado de novo.',
};
