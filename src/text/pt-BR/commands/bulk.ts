import type { Catalogue } from '../../voice.js';

/** The help of the `bulk` commands. */
export const bulk: Catalogue = {
  'files of identifiers, looked up in background jobs':
    'arquivos de identificadores, consultados em segundo plano',
  'what a submit would find and cost; no key, no network, nothing stored':
    'analisa o arquivo e calcula o custo máximo; sem chave, sem rede, nada é gravado',
  'write the invalid rows there, each with its reason':
    'grava ali as linhas inválidas, cada uma com o motivo',
  'replace an existing file': 'substitui um arquivo existente',
  'read, validate and submit; prints the batch id': 'lê, valida e envia; imprime o id do lote',
  'submit, watch and export in one; again, it continues':
    'envia, acompanha e exporta de uma vez; executado de novo, continua',
  'folder of the results of several inputs': 'pasta dos resultados de várias entradas',
  'poll until every job has ended (default: the batch last worked on)':
    'acompanha até que todas as remessas terminem (padrão: o último lote trabalhado)',
  'how long the balance must stay unchanged before a lost submission counts as free':
    'tempo com o saldo parado para concluir que um envio sem resposta não foi cobrado',
  'exit 3 when rows are invalid': 'sai com 3 quando há linhas inválidas',
  'merged results, one row per input row, in input order':
    'grava os resultados: uma linha para cada linha da entrada, na mesma ordem',
  'every batch, the newest first': 'todos os lotes, o mais novo primeiro',
  'the state of a batch': 'a situação de um lote',
  'remove a batch from this machine: its input, its results and their records':
    'remove um lote desta máquina: a entrada, os resultados e os registros',
  'Input:': 'Entrada:',
  'Most used:': 'Mais usadas:',
  'Spending:': 'Gastos:',
  'Watching:': 'Acompanhamento:',
  'Export:': 'Exportação:',
  'Decision:': 'Decisão:',
  'cpf, cnpj or both (default: detected)': 'cpf, cnpj ou both (padrão: detectado)',
  'column of the identifiers (default: detected)': 'coluna dos identificadores (padrão: detectada)',
  'column delimiter (default: detected)': 'delimitador de colunas (padrão: detectado)',
  'utf8, latin1, … (default: detected)': 'utf8, latin1, … (padrão: detectada)',
  'the first line is data': 'a primeira linha já é de dados',
  'sheet of a workbook (default: detected)': 'aba da planilha (padrão: detectada)',
  'label sent to the service as fileName': 'rótulo enviado ao serviço como fileName',
  'make a new batch if the last one of this file has ended':
    'cria um lote novo se o último deste arquivo já terminou',
  'show the numbers, send nothing': 'mostra os números, não envia nada',
  'stop before it may cost more': 'para antes de poder custar mais',
  'send nothing if it may cost more': 'não envia nada se puder custar mais',
  'accept billing beyond the balance': 'aceita a cobrança de excedente',
  'send as much as the balance and the budgets cover':
    'envia o que o saldo e os tetos de gasto cobrem',
  'give up waiting after this long': 'tempo máximo de espera',
  'first pause between polls, growing to 30s':
    'primeiro intervalo entre verificações, cresce até 30s',
  'where the result goes': 'para onde vai o resultado',
  'only rows of these statuses': 'só linhas nestas situações',
  'export a batch that has not ended': 'exporta um lote que não terminou',
  'CNPJ: one row per partner': 'CNPJ: uma linha por sócio',
  'CNPJ: one row per secondary activity': 'CNPJ: uma linha por atividade secundária',
  'for a Brazilian Excel: ; BOM CRLF, formulas defused':
    'para o Excel brasileiro: ; BOM CRLF, fórmulas desarmadas',
  'send what still has no answer; what is unconfirmed is settled first':
    'envia o que ainda não tem resposta; o que está sem confirmação é apurado antes',
  'decide about jobs whose submission nobody answered':
    'resolve remessas que ficaram sem confirmação',
  'send their identifiers again, at the risk of paying twice':
    'reenvia os identificadores, com risco de pagar duas vezes',
  'this job of the service is the missing one': 'vincula a remessa a este jobId do serviço',
  'give them up: neither sent again nor waited for':
    'descarta os identificadores: não reenvia nem espera',
  'only this job of the batch': 'só esta remessa do lote',
  'It must be the id of a job: letters, digits and hyphens.':
    'Deve ser o id de uma remessa (jobId): letras, dígitos e hífens.',
  'It must be one character, tab or none.': 'Deve ser um caractere, tab ou none.',
  'There is no status {0}; the statuses are {1}.':
    'A situação {0} não existe; as situações são {1}.',
};
