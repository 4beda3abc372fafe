import { by, given, inside, is, m, next, or, pick, when, where } from '../sentence.js';
import * as words from '../words.js';
import type * as en from '../en/errors.js';
import { agree, count, n, num, phrases, s, second, unexpectedCharges } from './dsl-phrases.js';

/** Each choice as a whole command, and what it may cost. */
export const choices = m`Escolha: '${next.command('bulk resolve', 'batch', '--abandon')}' descarta, e o que foi cobrado continua cobrado; '${next.command('bulk resolve', 'batch', '--adopt', '<jobId>')}' vincula a remessa que está no serviço, sem custo a mais (o suporte dele ou o log de um proxy pode informar o jobId); '${next.command('bulk resolve', 'batch', '--resubmit')}' reenvia ${agree('items', 'o identificador', 'os identificadores')} por até ${n.credits('cost')}, e você paga duas vezes se o serviço já ${agree('items', 'o recebeu', 'os recebeu')}.`;

export const declined = pick('nothing', {
  changed: 'Nada foi alterado.',
  sent: 'Nada foi enviado.',
});

const fitOrWait = where(
  is.divisible,
  m` Use --fit-balance para enviar o que ele cobre${next.shown('--fit-balance')}`,
  m` Execute ${next.again} de novo quando houver créditos`,
);

const withoutFresh = where(
  is.fresh,
  ' (sem --fresh, para que o que já foi respondido não seja cobrado de novo)',
);

/** In a list, the others of it are paid for again. */
const lookedUpNow = where(
  is.list,
  m` Para consultar agora, execute só este identificador com --fresh, o que pode custar mais ${n.credits('price')}; com a lista inteira, --fresh paga de novo por cada identificador.`,
  m` Com --fresh, a consulta é feita agora e pode custar mais ${n.credits('price')}.`,
);

const startsEmpty = m` Com CONFERE_HOME em outra pasta, o confere começa do zero: o que está em andamento ou já foi pago aqui pode ser cobrado de novo.`;

/** A setting that comes from a file must be corrected in that file. */
const remedy = phrases.ofSetting(
  m` Para corrigir: '${next.command('config set', 'key')} <valor>' ou '${next.command('config unset', 'key')}'.`,
);

const tooLong = m`${'file'} tem uma linha longa demais, ou linhas em branco demais; escreva um identificador por linha.`;
const packed = m`Descompactado, ${'file'} passa do que o confere lê; salve a aba como CSV, ou descompacte o arquivo, e use o que resultar.`;

/** The sentence of each other error code that programs meet, too. */
export const errors: typeof en.errors = () => ({
  unknown_encoding: m`Codificação desconhecida: "${'wanted'}". Conhecidas: ${'known'}.`,
  broken_utf16: m`${'file'} tem UTF-16 inválido (${inside('place', phrases.recordPlace)}); salve de novo, como CSV em UTF-8.`,
  not_text: m`${'file'} não é texto nem planilha .xlsx (é um .xls antigo, tem senha, está compactado, é outro tipo de documento?); salve a lista como .xlsx ou CSV e use esse arquivo.`,
  damaged_gzip: m`Não é possível descompactar ${'file'}: ${when('endsEarly', true, 'o arquivo termina antes do fim', 'o conteúdo está danificado')}; copie ou baixe o arquivo de novo.`,
  not_for_workbooks: m`${'file'} é uma planilha; --${'option'} é para arquivos de texto. Retire essa opção.`,
  no_sheets: m`${'file'} não é uma planilha e não tem abas; retire --sheet.`,
  damaged_workbook: m`Não é possível ler ${'file'} como planilha: o arquivo está danificado ou incompleto. Abra-o em um programa de planilhas e salve de novo, ou salve a aba como CSV.`,
  unknown_sheet: m`${'file'} não tem a aba ${'wanted'}. As abas são: ${by(words.sheetList, 'sheets')}.`,
  no_identifier_sheet: m`Nenhuma das abas de ${'file'} tem uma coluna de CPFs ou CNPJs: ${by(words.sheetList, 'sheets')}. Indique uma com --sheet.`,
  ambiguous_sheet: m`${'file'} tem várias abas que contêm identificadores: ${by(words.sheetList, 'sheets')}. Escolha uma com --sheet, ou todas com --sheet all.`,
  different_sheets: m`${'file'}: a aba ${by(phrases.sheet, 'other')} tem outras colunas que a aba ${by(phrases.sheet, 'first')}; as duas não podem ser uma só entrada. Escolha uma com --sheet.`,
  unknown_column: m`${'file'} não tem a coluna ${'wanted'}.${given('near', m` Você quis dizer ${by(phrases.column, 'near')}?`)} Suas colunas: ${by(phrases.columns, 'columns')}.`,
  result_column: m`${'file'}: ${'column'} é uma coluna de resultado, que fica vazia nas linhas inválidas, e por isso nunca é usada. Indique a coluna da entrada: ${by(phrases.columns, 'columns')}. Uma coluna sua precisa de um nome que não comece com lookup_.`,
  no_identifier_column: m`${'file'} não tem coluna de CPFs nem de CNPJs. Indique-a com --column. Suas colunas: ${by(phrases.columns, 'columns')}.`,
  identifier_in_parts: m`${'file'} tem cada ${by(words.upper, 'kind')} em partes: use --column ${by(words.joinedOption, 'parts')}, que junta as colunas ${by(phrases.columns, 'parts')}.${given('wrongly', m` Retire --type ${'wrongly'}.`)}`,
  chance_parts: m`${'file'}: as colunas ${by(phrases.columns, 'parts')}, juntas, formam um ${by(words.upper, 'kind')} válido em só ${by(words.percent, 'validShare')} das linhas amostradas, o que é acaso. Indique todas as partes na ordem delas, ou a coluna que tem o identificador inteiro.`,
  unknown_parts: m`${'file'}: nenhum identificador é dividido em ${n.columns('count')}. Um CNPJ tem as partes 8+4+2, 8+6, 12+2 ou 2+3+3+4+2; um CPF, 9+2 ou 3+3+3+2.`,
  weak_column: m`${phrases.noLikelyColumn} ${by(phrases.candidates, 'candidates')}. Se for uma delas, indique-a com --column e o tipo com --type.`,
  no_rows: m`${'file'} só tem o cabeçalho ou comentários (#); inclua uma linha para cada identificador, ou use --no-header se a primeira linha já for um deles.`,
  unclosed_quote: m`${'file'} (${inside('place', phrases.recordPlace)}): a linha que começa ali não termina onde deveria; provavelmente há aspas (") abertas que nunca se fecham, ou a linha passa de ${count('longest', 'byte', 'bytes')}. Corrija essa linha e execute de novo.`,
  unknown_delimiter: m`O delimitador deve ser um único caractere (ou "tab") e não pode ser aspas; recebido: "${'wanted'}".`,
  input_empty: m`${'file'} não tem conteúdo; é preciso um identificador em cada linha.`,
  input_is_folder: m`${'file'} é uma pasta; informe um arquivo dentro dela.`,
  input_missing: m`${'file'} não existe; verifique o caminho.`,
  input_unreadable: m`Não é possível ler ${'file'} (${'reason'}); verifique o caminho e as permissões, feche-o em outros programas (Excel?) e execute de novo.`,
  input_changed: m`${'file'} mudou durante a leitura; espere o arquivo ficar completo e execute de novo. Nada foi guardado.`,
  disk_full: m`Não há espaço para uma cópia privada de ${'file'}: ${by(phrases.unwritten, 'reason')}. Libere espaço e execute de novo.`,
  wrong_encoding: m`${'file'} não é UTF-8 válido; retire --encoding ou use --encoding latin1.`,
  mixed_encodings: m`${'file'} mistura codificações (UTF-8: ${by(phrases.lines, 'utf8')}; outra: ${by(phrases.lines, 'other')}). Escolha uma com --encoding utf8 ou --encoding latin1; nos dois casos cada célula mantém seus bytes.`,
  masked_identifiers: m`${'file'}: a coluna ${'option'} ${'name'} tem identificadores mascarados (***.982.247-**), que não podem ser consultados. Use uma lista com todos os dígitos, ou indique outra coluna com --column.`,
  not_a_table: pick('is', {
    json: m`${'file'} é JSON; faça dele uma lista em UTF-8, por exemplo com jq -r '.[].cpf', e use essa lista.`,
    markup: m`${'file'} é uma página web ou XML, qualquer que seja seu nome; abra-o em uma planilha e salve como .xlsx ou CSV.`,
    joined: m`${'file'} tem identificadores junto de outros, ou de outro texto, na mesma célula ou linha; ponha cada um em uma linha ou coluna só dele.`,
    quoted_lines: m`${'file'} tem aspas em volta de cada linha inteira, e por isso todas as colunas são uma só; retire essas aspas, ou abra o arquivo em um programa de planilhas, separe a coluna (Texto para Colunas) e salve como .xlsx.`,
  }),
  ambiguous_column: m`${phrases.severalColumns} ${by(phrases.candidates, 'candidates')}. Escolha uma com --column e o número dela.`,
  other_kind: m`${'file'}: a coluna ${'option'} ${'name'} tem ${by(words.upper, 'kind')}s (${by(words.percent, 'validShare')} das células amostradas são ${pick('kind', phrases.validKinds)}), não ${by(words.upper, 'wanted')}s; retire --type, ou use --type ${'kind'}.`,
  unknown_kind: m`${'file'}: nada indica se a coluna ${'column'}${given('name', m` ${'name'}`)} contém CPFs ou CNPJs; informe com --type.`,
  mixed_kinds: m`${'file'}: coluna ${'column'}${given('name', m` ${'name'}`)} contém poucos identificadores e dos dois tipos: ${count('cpfs', 'CPF', 'CPFs')} e ${count('cnpjs', 'CNPJ', 'CNPJs')} nas linhas examinadas. Informe o tipo com --type cpf, cnpj ou both.`,
  unknown_field: m`${pick('of', words.FIELDS_OF)}: o campo '${'field'}' não existe. ${given('near', m`Você quis dizer ${'near'}?`, m`Existem: ${'known'}.`)}`,
  partners_need_cnpj: m`--partners é para lotes de CNPJ; este contém CPFs.`,
  same_output: pick('of', {
    side_files: m`O resultado e --partners precisam de nomes diferentes.`,
    inputs: m`Nada foi enviado: os resultados de ${'first'} e ${'second'} seriam ambos ${'output'}. Execute um por vez com -o, ou renomeie um deles.`,
  }),
  output_unwritable: m`Não é possível gravar ${'path'}: ${by(phrases.unwritten, 'reason')}. ${pick(
    'kept',
    {
      results: m`Os resultados estão guardados: corrija isso e execute ${next.onward()}, ou grave em outro lugar com -o <arquivo>.`,
      records: m`Corrija isso e execute ${next.againPaid} de novo; os registros pagos são reaproveitados.`,
      nothing: m`Indique outro arquivo.${phrases.unsent}`,
    },
  )}`,
  copy_damaged: m`Nenhum resultado foi gravado: a cópia de ${'file'} guardada (lote ${'batch'}) está danificada. Para refazê-la com o mesmo arquivo, execute ${next.reading}; nada é pago duas vezes.`,
  rows_differ: m`Nenhum resultado foi gravado: o lote ${'batch'} tem ${n.rows('rows')}, mas a cópia guardada de ${'file'} tem ${num('found')}. Para criar um lote novo com o arquivo original: '${next.command('bulk run', 'file', '--again')}'; os registros pagos são reaproveitados.`,
  workbook_too_large: m`Uma aba de planilha comporta no máximo 1.048.575 linhas, 16.384 colunas e 4 GB; use -o com um nome .csv, ou --format csv.`,
  bad_api_key: m`${by(phrases.place, 'place')} não tem conteúdo, ou contém espaços ou caracteres que nenhuma chave tem. Uma chave é uma só palavra, com letras sem acento, dígitos e sinais.`,
  settle_too_short: m`Nada foi enviado: um tempo de apuração abaixo de ${'least'} é só para um sandbox nesta máquina. O serviço pode processar uma remessa por uns 10 minutos depois de a resposta se perder, e o que for reenviado antes disso é pago duas vezes. ${next.setting('settle', 'Deixe settle de fora.', (command) => `Para remover a configuração: '${command}'.`)}`,
  plain_http: m`${by(phrases.place, 'place')}: ${'origin'} é http sem criptografia, que deixaria a chave exposta. Use https.${remedy}`,
  relative_folder: m`${'variable'} precisa ser o caminho absoluto de uma pasta, e é "${'given'}". Um caminho relativo seria outro histórico local em cada pasta, e o que já foi pago em uma seria pago de novo na outra. Corrija ${'variable'}, ou defina CONFERE_HOME com um caminho absoluto.`,
  bad_proxy: m`Nada foi enviado: ${'variable'} ${pick('why', { scheme: 'indica um proxy que não é HTTP', address: 'não é um endereço válido' })}. Use http://servidor:porta ou http://usuario:senha@servidor:porta, com os caracteres especiais codificados com % (a barra invertida é %5C).`,
  bad_base_url: m`${by(phrases.place, 'place')} deve ter a forma https://service.example/path, sem usuário, query ou fragmento.${remedy}`,
  bad_duration: m`${by(phrases.place, 'place')}: '${'text'}' não é uma duração válida. Use 500ms, 10s, 30m ou 30d: mais que zero, no máximo 100 anos.${remedy}`,
  bad_switch: m`${by(phrases.place, 'place')} deve ser true ou false: ${'text'}.${remedy}`,
  bad_number: m`${pick('must', { be_whole_above_zero: m`${by(phrases.place, 'place')} deve ser um número inteiro maior que zero: ${'text'}.`, be_above_zero: m`${by(phrases.place, 'place')} deve ser um número maior que zero, como 1 ou 2.5: ${'text'}.`, not_be_negative: m`${by(phrases.place, 'place')} deve ser um número maior ou igual a zero, como 1000 ou 2.5, sem separador de milhar: ${'text'}.` })}${remedy}`,
  unknown_extension: m`Não é possível gravar um arquivo que termina em .${'extension'}. Use um nome que termine em ${by(words.extensions, 'known')}.${phrases.unsent}`,
  bad_key_file: m`O arquivo de chave de API ${'path'} (${'source'}) deve conter só a chave, em uma linha.`,
  key_file_unreadable: m`${'source'} aponta para um arquivo que não pode ser lido (${'reason'}). Informe o caminho de um arquivo que só contém a chave.`,
  config_unreadable: m`Não é possível ler ${'path'} (${'reason'}). Verifique o arquivo e as permissões.`,
  config_unwritable: m`Nada foi alterado: não é possível gravar ${'path'} (${by(phrases.unwritten, 'reason')}). Corrija isso e execute de novo.`,
  config_broken: m`${'path'} não é válido: ${or('at', 'o conteúdo')} deveria ser ${'expected'}. Corrija o arquivo, ou mova-o para começar de novo.`,
  config_newer: m`${'path'} foi gravado por uma versão mais nova do confere. Atualize o confere e execute de novo.`,
  unknown_format: m`${given('place', m`${by(phrases.place, 'place')} deve ser um de ${'formats'}: ${'wanted'}.${remedy}`, m`O formato '${'wanted'}' não existe aqui. Formatos: ${'formats'}.`)}${phrases.nearest}`,
  format_against_name: m`O nome do arquivo termina em .${'extension'}, mas o formato é ${'format'}. Retire ${'option'}, ou use um nome que termine em .${'format'}.${phrases.unsent}`,
  options_contradict: m`${'one'} e ${'other'} se contradizem. Retire um dos dois.`,
  open_place: pick('why', {
    writable: m`Nada foi lido nem enviado: outros usuários desta máquina podem alterar ${'path'}. Feche o acesso com: chmod go-w ${by(words.argument, 'path')}`,
    volume: m`Nada foi lido nem enviado: outros usuários desta máquina podem alterar ${'path'}, e só o root pode fechar o acesso. Use uma pasta sua dentro dela: CONFERE_HOME=${by(words.argument, 'below')}`,
    foreign: m`Nada foi lido nem enviado: ${'path'} pertence a outro usuário desta máquina. Peça que passem a pasta para você com chown, ou use uma pasta sua (CONFERE_HOME); lá não se sabe o que já foi pago aqui, e isso pode ser cobrado de novo.`,
    sudo: m`Nada foi lido nem enviado: ${'path'} pertence a outro usuário, e não ao root. Execute o mesmo comando sem sudo.`,
  }),
  no_sqlite: m`Nada foi enviado: não foi possível carregar a biblioteca SQLite (${'platform'} ${'arch'}). Instale o confere de novo com as dependências opcionais (no Windows, também o runtime do Visual C++, aka.ms/vc14/vc_redist.x64.exe), ou execute-o com o Node 24.15 ou mais novo, que já inclui o SQLite.`,
  state_unusable: pick('of', {
    sandbox_file: m`O estado do sandbox em ${'path'} está danificado ou não foi criado pelo confere. Apague ou mova o arquivo, ou acrescente --ephemeral a 'confere sandbox'.`,
    value: m`O histórico tem na tabela ${'table'} um valor danificado ou que o confere não gravou. Restaure-o de um backup e execute o mesmo comando de novo.`,
    batch: m`Nada foi alterado: o histórico tem um lote que o confere não criou (${'batch'}). Quem cuida do histórico pode apagar essa linha da tabela batches ou restaurar um backup.`,
    sandbox: m`Não é possível usar os dados em ${'folder'}: ${'reason'}. Verifique a pasta.`,
    ledger: m`Não é possível usar os dados em ${'folder'}: ${'reason'}. Verifique a pasta.${startsEmpty}`,
    file: m`Não é possível usar o arquivo ${'path'}: ${pick('why', {
      full: 'o disco está cheio. Libere espaço',
      unreadable: 'não pode ser lido ou gravado. Verifique as permissões, a pasta e o disco dele',
      refused: 'não pode ser lido ou gravado. Verifique as permissões, a pasta e o disco dele',
      damaged: 'está danificado. Restaure-o de um backup',
      foreign:
        'não foi criado pelo confere (é um link, ou um banco de dados com views ou triggers). Restaure-o de um backup',
    })} e execute o mesmo comando de novo. O que já estava gravado foi mantido.${when('why', 'damaged', startsEmpty)}${when('why', 'foreign', startsEmpty)}`,
  }),
  program_gone: m`O confere foi atualizado ou removido enquanto este processo estava em execução, e não pode continuar. Inicie-o de novo (instale-o de novo, se foi removido); o que já estava salvo foi mantido.`,
  state_busy: m`Outro programa está usando ${'path'} há tempo demais. Espere ele terminar e execute o mesmo comando de novo.`,
  ledger_lost: m`${pick('why', {
    missing: m`Nada foi enviado: o histórico em ${'place'} sumiu ou está vazio, mas ainda há ${n.batches('batches')} dele ali. Restaure ledger.db de um backup.`,
    behind: m`Nada foi enviado: ${agree('batches', 'falta', 'faltam')} no histórico em ${'place'} ${count('batches', 'lote executado', 'lotes executados')} nesta máquina; ele pode ser um backup antigo. Restaure um mais novo.`,
    jobs: m`Nada foi enviado: ${agree('jobs', 'falta', 'faltam')} no histórico ${count('jobs', 'remessa', 'remessas')} do lote ${'batch'} que o serviço aceitou, e o que ele enviaria no lugar é diferente; ele pode ser um backup antigo. Restaure um mais novo.`,
  })} Sem backup, '${next.command('ledger check', '--accept')}' aceita o histórico como está; o que falta nele pode ser cobrado de novo.`,
  ledger_newer: m`O histórico foi gravado por uma versão mais nova do confere. Atualize o confere e execute de novo.`,
  ledger_older: m`Nada foi alterado: o histórico em ${'place'} foi gravado por uma versão anterior do confere. Conclua-o ou apague-o com aquela versão, ou mova-o para outro lugar para começar um vazio.`,
  database_unusable: m`Não é possível usar o histórico em ${'database'}: ${pick('why', {
    unreachable: m`o banco de dados está fora do ar (${'reason'}). Execute o mesmo comando de novo quando ele voltar`,
    read_only: m`está somente leitura no momento (${'reason'}; failover?). Execute o mesmo comando mais tarde`,
    refused: m`${given('passfile', m`outros usuários desta máquina podem ler o arquivo de senhas ${'passfile'}, por isso ele foi ignorado. Feche o acesso com: chmod 600 ${by(words.argument, 'passfile')}`, m`o banco de dados recusou o acesso (${'reason'}). Verifique o usuário, o arquivo de senhas e as permissões`)}`,
    insecure: m`${when('isPlain', true, 'o servidor dele não criptografa conexões. Ative ssl no servidor; se o banco fica nesta máquina, retire sslmode do endereço', m`não foi possível verificar o certificado dele (${'reason'}). Se a certificadora é sua, indique o arquivo dela em sslrootcert`)}`,
    full: m`o disco dele está cheio (${'reason'}). Libere espaço`,
    changed: m`as tabelas dele não são como o confere as criou (${'reason'}). Restaure um backup`,
    encoding: m`a codificação dele é ${'reason'}, mas os nomes exigem UTF8. Crie o banco de dados com UTF8`,
  })}. O que já estava gravado foi mantido.`,
  bad_ledger_url: m`${given('place', by(phrases.place, 'place'), 'O endereço do histórico')} ${pick(
    'why',
    {
      option: m`tem uma opção desconhecida: ${'option'}.`,
      password: `contém uma senha, que outros poderiam ver. Passe a senha para um arquivo de senhas (PGPASSFILE ou ~/.pgpass).`,
      unreadable: `não é válido. Escreva o endereço como postgres://usuário@servidor/banco, com um só servidor; diante de vários pode haver um pooler.`,
      insecure: m`indica um banco de dados em outra máquina (${'host'}), e a conexão precisa ser criptografada. Remova sslmode=disable do endereço.`,
    },
  )}`,
  ledger_elsewhere: pick('why', {
    moved: m`Este histórico foi movido para ${'place'} e está fechado para consultas. Indique o novo na configuração ledger ou em CONFERE_LEDGER, ou remova as duas se ele estiver nesta máquina.`,
    moving: m`Este histórico está sendo copiado para ${'place'} e fica fechado para consultas até a cópia terminar ou ser desfeita.`,
    copying: m`Uma cópia de ${'place'} para este histórico foi interrompida. Execute a mesma cópia de novo.`,
  }),
  job_id_unreadable: m`Nada foi enviado nem alterado: não é possível ler o arquivo ${'path'}, com o id da remessa ${'job'} do lote ${'batch'}, que o serviço aceitou. Mova-o para outra pasta e execute de novo; a remessa fica então sem confirmação, e pode ser vinculada pelo id, se ainda estiver legível.`,
  ledger_unwritable: pick('of', {
    record: when(
      'waits',
      true,
      'O registro está pago e guardado nesta máquina, mas o banco de dados do histórico está fora do ar. Quando ele voltar, o próximo comando aqui grava o registro; depois, execute isto de novo.',
      'O registro está pago, mas não foi possível gravá-lo no histórico (disco cheio?). Guarde esta saída: consultar de novo será cobrado de novo.',
    ),
    job_id: when(
      'waits',
      true,
      m`O serviço aceitou a remessa ${'job'} do lote ${'batch'} como ${'jobId'}, mas o banco de dados do histórico está fora do ar. O id está guardado nesta máquina; quando o banco voltar, execute isto de novo para gravá-lo.`,
      m`O serviço aceitou a remessa ${'job'} do lote ${'batch'} como ${'jobId'}, mas não foi possível gravar o histórico. Anote esse id e libere espaço em disco. Depois, execute '${next.command('bulk resolve', 'batch', '--adopt', 'jobId')}'.`,
    ),
  }),
  input_too_large: pick('limit', {
    text: m`${'file'} tem mais de ${by(words.sizeOf, 'most')} de texto; divida-o em vários arquivos.`,
    columns: m`${'file'} tem mais de ${n.columns('most')}; deixe só as necessárias, ou ponha uma quebra de linha depois de cada identificador.`,
    line: tooLong,
    record: tooLong,
    blank_lines: tooLong,
    ratio: packed,
    unpacked: packed,
    parts: packed,
    lists: packed,
    styles: packed,
    texts: packed,
    text_bytes: packed,
    token: packed,
    depth: packed,
  }),
  no_valid_cell: m`${'file'}: nenhuma célula da coluna ${phrases.column}${phrases.why} é um ${pick('kind', phrases.kinds)} válido. ${given(
    'meant',
    m`Use ${phrases.meantOptions}: ${inside('meant', m`${by(words.percent, 'validShare')} das células amostradas da coluna ${phrases.column} são ${pick('kind', phrases.validKinds)}.`)}`,
    'Indique a coluna dos identificadores com --column, ou o delimitador com --delimiter.',
  )}`,
  output_exists: m`${'path'} já existe; acrescente --overwrite para substituí-lo${next.shown('--overwrite')}, ou ${where(is.check, '--rejects <arquivo>', where(is.intoFolder, 'outra pasta em --out-dir', '-o <arquivo>'))} para gravar em outro lugar.`,
  no_api_key: m`Falta a chave de API do perfil ${'profile'}. Faça login com '${next.command('auth login')}', ou use CONFERE_API_KEY ou --api-key-file.`,
});
