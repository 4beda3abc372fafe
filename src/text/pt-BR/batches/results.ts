import type { Catalogue } from '../../voice.js';

/** Where results and the report are written, and why they cannot be. */
export const results: Catalogue = {
  'There are: {0}. A field that is new at the service is written data.<name>.':
    'Existem: {0}. Um campo novo no serviço é escrito como data.<nome>.',
  "--fields: a result has no field '{0}'. {1}":
    "--fields: o campo '{0}' não existe nos resultados. {1}",
  'An export cannot be written as {0}; the formats are {1}.':
    'Uma exportação não pode ser gravada como {0}; os formatos são {1}.',
  "Batch {0} has not ended; '{1}' waits for it, --partial exports what there is.":
    "O lote {0} não terminou; '{1}' espera por ele, --partial exporta o que já existe.",
  'The copy of {0} that batch {1} keeps is damaged, so no result was written. {2} puts the copy right if the file is still the same, and nothing is paid for twice.':
    'A cópia de {0} guardada no lote {1} está danificada; nenhum resultado foi gravado. {2} refaz a cópia se o arquivo ainda for o mesmo, e nada é pago duas vezes.',
  "Batch {0} has {1#row|rows}, and the copy of {2} that it keeps gives {3}, so the result is not whole. '{4}' with the original file makes a new batch; what was paid for is answered by the ledger.":
    "O lote {0} tem {1#linha|linhas}, mas a cópia de {2} guardada nele tem {3}; o resultado não está completo. '{4}' com o arquivo original cria um lote novo; o que já foi pago vem do histórico local.",
  '{0} cannot be written: its folder does not exist.':
    'Não é possível gravar {0}: a pasta não existe.',
  '{0} is for CNPJ batches; this one holds CPFs.': '{0} é para lotes de CNPJ; este contém CPFs.',
  'The result, --partners and --secondary-cnaes need a name each; two of them are the same file.':
    'O resultado, --partners e --secondary-cnaes precisam de um nome cada; dois deles são o mesmo arquivo.',
  'Mend that and run {0} again, which takes what is paid for from the ledger.':
    'Corrija isso e execute {0} outra vez, que tira do histórico o que já foi pago.',
  'The results are safe; {0} writes them when that is mended, or -o <file> elsewhere.':
    'Os resultados estão seguros; {0} os grava quando isso estiver corrigido, ou -o <arquivo> em outro lugar.',
  "{0} is the result of batch {1}, of which {2#row was|rows were} erased with purge; nothing was sent. '{3}' writes the rest. Before you replace it with --overwrite, take the erased people and companies out of {4}, or they are looked up, charged and stored again.":
    "{0} é o resultado do lote {1}, do qual {2#linha foi apagada|linhas foram apagadas} com purge; nada foi enviado. '{3}' grava o restante. Antes de substituí-lo com --overwrite, tire de {4} as pessoas e empresas apagadas; senão elas serão consultadas, cobradas e armazenadas de novo.",
  '{0} exists; add --overwrite to replace it{1}, or -o <file> to write elsewhere.':
    '{0} já existe; acrescente --overwrite para substituí-lo{1}, ou -o <arquivo> para gravar em outro lugar.',
  '{0} is open in another program, Excel perhaps; close it there, or name another file.':
    '{0} está aberto em outro programa, talvez no Excel; feche-o lá ou indique outro arquivo.',
  '{0} is open in another program, Excel perhaps; the result is in {1}.':
    '{0} está aberto em outro programa, talvez no Excel; o resultado está em {1}.',
  'another program has it open': 'outro programa está com ele aberto',
  'another program has it open, or it is protected':
    'outro programa está com ele aberto, ou ele está protegido',
  'Batch {0} is removed; another program has its copy of the input open, which the next command removes.':
    'O lote {0} foi removido; outro programa está com a cópia da entrada aberta, e o próximo comando a remove.',
  '{0} is open in another program that lets nobody read it, Excel perhaps; close it there, and run again.':
    '{0} está aberto em outro programa que não deixa ninguém ler, talvez no Excel; feche-o lá e execute de novo.',
  'Windows cannot have a file {0}: a name must not be a device (nul, aux, com1), contain any of : * ? " < > | or end in a point or a blank.':
    'O Windows não aceita o arquivo {0}: um nome não pode ser de dispositivo (nul, aux, com1), ter : * ? " < > | nem terminar em ponto ou espaço.',
  'its folder does not exist': 'a pasta não existe',
  'the folder may not be written to': 'sem permissão para gravar na pasta',
  'the file system is read-only': 'o sistema de arquivos é somente leitura',
  'the disk is full': 'o disco está cheio',
  'your share of the disk is full': 'a sua cota de disco acabou',
  'it would be larger than a file may be here': 'ele seria maior do que um arquivo pode ser aqui',
  'it is a folder': 'é uma pasta',
  'its name is too long': 'o nome é longo demais',
  'it is a link that leads back to itself': 'é um link que volta para si mesmo',
  'its folder is a file': 'o que deveria ser a pasta é um arquivo',
  '{0} could not be written: {1}. {2}': 'Não foi possível gravar {0}: {1}. {2}',
  'A workbook holds {0#row|rows} and there are more here; use -o with a name that ends in .csv, or --format csv without -o.':
    'Uma planilha comporta {0#linha|linhas} e aqui há mais; use -o com um nome que termine em .csv, ou --format csv sem -o.',
  'A workbook holds {0#column|columns} and a row here has more; use -o with a name that ends in .csv, or --format csv without -o.':
    'Uma planilha comporta {0#coluna|colunas} e uma linha aqui tem mais; use -o com um nome que termine em .csv, ou --format csv sem -o.',
  'A workbook cannot hold a sheet of more than 4 GB and this one would be; use -o with a name that ends in .csv, or --format csv without -o.':
    'Uma planilha não comporta uma aba de mais de 4 GB, e esta seria; use -o com um nome que termine em .csv, ou --format csv sem -o.',
  '--rejects would replace the input; name another file.':
    '--rejects substituiria a entrada; indique outro arquivo.',
  'A file that ends in .{0} cannot be written; the name may end in {1}.':
    'Não é possível gravar um arquivo que termina em .{0}; o nome pode terminar em {1}.',
  'A file that ends in .{0} is not written as {1}; leave out {2}, or use a name that ends in .{3}.':
    'Um arquivo que termina em .{0} não é gravado como {1}; omita {2} ou use um nome que termine em .{3}.',
  'Name another file.': 'Indique outro arquivo.',
  'stdout holds the report; name a file with --rejects.':
    'stdout já recebe o relatório; indique um arquivo com --rejects.',
  'A workbook is not for the terminal; name a file with -o.':
    'Uma planilha não cabe no terminal; indique um arquivo com -o.',
  '{0} was cut at a comma, as PowerShell does; nothing was sent. Write it in quotes: {1} "{2}".':
    '{0} foi cortada em uma vírgula, como faz o PowerShell; nada foi enviado. Escreva entre aspas: {1} "{2}".',
  'Several inputs need --out-dir <dir> instead of -o.':
    'Várias entradas precisam de --out-dir <dir> no lugar de -o.',
  'Use either -o or --out-dir.': 'Use -o ou --out-dir, não os dois.',
  '--json needs stdout for itself; name a file with -o.':
    '--json precisa da saída padrão só para si; indique um arquivo com -o.',
  'A page is not for the terminal; name a file with -o, as in -o report.html.':
    'Uma página não é para o terminal; indique um arquivo com -o, como em -o relatorio.html.',
  'a page about a batch, in numbers alone: no names, no identifiers':
    'uma página sobre um lote, só em números: sem nomes nem identificadores',
  'where the page goes (default: stdout)': 'onde fica a página (padrão: saída padrão)',
  "language of the page (default: the locale's)": 'idioma da página (padrão: o do sistema)',
  'heading of the page': 'título da página',
  'Report: {0}': 'Relatório: {0}',
  '-o <file> writes it elsewhere.': '-o <arquivo> grava em outro lugar.',
  'There are no batches yet.': 'Ainda não há lotes.',
};
