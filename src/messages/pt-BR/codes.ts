import type { Messages } from '../en/index.js';

export const codes: Messages['codes'] = {
  usage:
    'Algo na linha de comando, nas configurações ou na entrada não pode ser usado. Nada foi enviado nem cobrado; a mensagem diz o que fazer.',
  noService:
    'O endereço do serviço falta ou está errado. Ele começa com https://; confere auth login --base-url <url> o guarda. --sandbox não precisa dele.',
  noKey:
    'Não há chave de API utilizável. Faça login com confere auth login, ou indique um arquivo que só contém a chave: --api-key-file <caminho>.',
  otherServiceKey:
    'Uma chave guardada só é enviada à URL base com que foi guardada. Faça login de novo, ou em outro perfil.',
  keyRefused:
    'O serviço recusou a chave ou a conta: trocada, suspensa ou digitada errado. Verifique com confere auth status e faça login de novo.',
  network:
    'Não veio resposta do serviço. Verifique rede, proxy e certificados e execute o mesmo comando de novo; nada é enviado duas vezes.',
  serviceFailed:
    'O serviço falhou, ou outra coisa responde no endereço dele. Execute o mesmo comando mais tarde; nada é enviado duas vezes.',
  rateLimited:
    'As requisições deste minuto acabaram; outros programas podem usar as mesmas. Execute mais tarde, ou com um --deadline maior.',
  notFound: 'O serviço não tem registro deste identificador. É uma resposta, sem custo.',
  exitStatus: 'Algo não foi encontrado, ou difere, e --exit-status pede para avisar. Nada falhou.',
  refusedInput: 'O serviço recusou este identificador. Não foi cobrado.',
  notAsked:
    'Uma consulta anterior encerrou o comando, e esta não foi enviada. Veja o primeiro erro.',
  someInvalid:
    'Alguns identificadores ou linhas são inválidos e não foram enviados. A saída padrão traz os motivos; confere bulk check --rejects <arquivo> grava as linhas.',
  overBalance:
    'O custo máximo passa do saldo. --fit-balance envia o que ele cobre, --allow-overage aceita o excedente; confere quota mostra o saldo.',
  overBudget:
    'O custo máximo passa do seu teto de gasto, e nada foi enviado. Aumente o teto, ou envie o que ele cobre com --fit-balance.',
  limitPassed:
    'Um preço subiu durante a execução, e o teto de gasto foi ultrapassado. Nada mais é enviado; confere spend mostra o que foi cobrado.',
  priceUnproved:
    'Ainda não se sabe o preço, e o que está em andamento pode gastar o resto. Execute mais tarde, ou defina cost-cpf ou cost-cnpj.',
  belowMin: 'Restam menos créditos que --min.',
  notCovered:
    'O saldo ou um teto de gasto não cobria esta remessa, e ela não foi enviada. confere bulk resume a envia.',
  notifyFailed:
    'O comando de --notify falhou ou não pôde ser iniciado. Lote, resultado e código de saída não mudam.',
  batchLeft:
    'Parte do lote não tem resposta: inválida, sem saldo, em andamento ou sem confirmação. confere bulk status mostra qual; a mensagem traz o comando que continua.',
  declined: 'Você respondeu não, e nada foi enviado nem alterado.',
  needsYes: 'Não há a quem perguntar, e nada foi enviado nem alterado. Use --yes para confirmar.',
  unconfirmed:
    'Uma remessa ficou sem resposta e pode ter sido cobrada. Execute o mesmo comando depois de alguns minutos; se isso não resolver, decida com confere bulk resolve <lote>.',
  lookupInDoubt:
    'Uma consulta anterior ficou sem resposta e pode ter sido cobrada. Execute o mesmo comando mais tarde; --fresh consulta agora e pode cobrar duas vezes.',
  lookupInBatch:
    'Um lote enviou este identificador e ainda não tem resposta. Espere com confere bulk watch; depois ele sai sem custo.',
  unwritable:
    'Uma resposta do serviço não pôde ser guardada. Libere espaço em disco, ou espere o banco de dados, e execute o mesmo comando de novo. Se a mensagem traz um jobId: confere bulk resolve <lote> --adopt <jobId>.',
  miscounted:
    'Os resultados desta remessa não batem com a contagem dela. O que eles trazem fica guardado; pergunte ao serviço sobre a remessa.',
  held: 'Outra execução está com este lote, ou o alterou. Execute o mesmo comando quando ela terminar; confere bulk status mostra o lote.',
  elsewhere:
    'Outra execução consulta os mesmos identificadores. Espere com confere bulk watch; depois eles saem sem custo.',
  othersSettling:
    'Outra máquina está apurando uma cobrança sem confirmação. Execute o mesmo comando mais tarde.',
  otherKey:
    'O lote foi feito com outra chave. Use o perfil da mensagem; sem essa chave, confere bulk resolve <lote> --abandon descarta o que falta.',
  noBatch:
    'Esse lote não existe. confere bulk list mostra os lotes; cada URL base, cada perfil e o sandbox têm os próprios.',
  notEnded:
    'O lote não terminou. Espere com confere bulk watch, ou exporte o que há com --partial.',
  underWay:
    'Está em andamento ou sem confirmação e pode ser cobrado; por isso não é apagado. Espere com confere bulk watch, ou descarte com confere bulk resolve <lote> --abandon.',
  decision:
    'Resolva as remessas sem confirmação de uma só forma: --adopt <jobId>, --resubmit (pode cobrar duas vezes) ou --abandon.',
  adoptOther:
    'A remessa é de outro lote ou de outra chave, ou tem outros identificadores. Verifique o jobId e a chave.',
  adoptNameless:
    'A remessa não traz identificadores. Tente mais tarde; se ela já terminou, resolva com --abandon ou --resubmit.',
  inputMissing:
    'O caminho está errado, protegido, aberto em outro programa, ou é uma pasta. confere bulk check <arquivo> mostra como um arquivo é lido.',
  inputEmpty:
    'Ainda não há nada nele, ou ele está sendo gravado. Espere; use --no-header se a primeira linha já é de dados.',
  tooLarge: 'Passa do limite que a mensagem informa. Divida-o; um resultado também cabe em CSV.',
  column:
    'Não está claro qual coluna tem os identificadores. Indique-a com --column <nome>; se eles estão em partes, com --column 1+2+3.',
  kind: 'Não está claro se são CPFs ou CNPJs. Use --type cpf, cnpj ou both.',
  encoding:
    'O texto não corresponde à codificação. Retire --encoding, ou salve o arquivo em UTF-8.',
  notATable:
    'Não é uma tabela, ou há aspas que não fecham. Corrija a linha da mensagem, ou indique o delimitador com --delimiter.',
  damaged: 'O arquivo está danificado, ou é de outro tipo. Salve-o de novo como .xlsx ou CSV.',
  sheet: 'Não está claro qual aba tem os identificadores. Indique-a com --sheet <nome>.',
  output:
    'Um resultado precisa de um lugar próprio e não substitui outro arquivo. Use outro -o, --out-dir para várias entradas, ou --overwrite.',
  outputFailed:
    'Não é possível gravar ali: aberto em outro programa, protegido, inexistente ou cheio. Corrija isso; confere bulk export grava um resultado de novo, sem custo.',
  copyDamaged:
    'A cópia guardada da entrada está danificada. Execute confere bulk run com o arquivo original; registros pagos são reaproveitados.',
  notComparable:
    'bulk diff compara lotes, ou resultados de bulk run e export, de um só tipo. confere bulk export grava um resultado de novo.',
  state:
    'Um arquivo do confere, o disco ou o banco de dados não pode ser usado: danificado, protegido, ocupado ou cheio. Corrija o que a mensagem indica e execute o mesmo comando de novo.',
  openPlace:
    'Outros usuários desta máquina são donos de uma pasta do confere ou podem alterá-la; nada foi lido dali nem enviado. A mensagem traz o comando que a fecha.',
  newer: 'Uma versão mais nova do confere gravou isto. Atualize o confere.',
  ledgerMoved:
    'O histórico está sendo movido, ou foi movido, para o local da mensagem. Pare as outras execuções e execute o mesmo comando de novo; confere ledger copy --cancel desfaz uma mudança interrompida.',
  ledgerLost:
    'O histórico sumiu, está danificado ou é mais antigo que os lotes. Restaure um backup antes de enviar algo; confere ledger check --accept aceita a perda, que pode ser cobrada de novo.',
  stopped:
    'Interrompido por Ctrl-C ou um sinal. O que foi enviado está salvo; o mesmo comando continua.',
  defect: 'Erro interno do confere. O que foi pago está guardado; por favor, reporte.',
  library:
    'Um programa usa a biblioteca de forma errada, ou a função ou o stream dele falhou: veja a causa do erro. Nada mais foi enviado.',
  rowEmpty: 'A célula está vazia; não há o que consultar.',
  rowFormat: 'Não tem a forma de um CPF (11 dígitos) nem de um CNPJ (14 letras e dígitos).',
  rowCheckDigit:
    'Os dígitos verificadores não batem: um dígito está errado, ou dois foram trocados.',
  rowRepeated: 'Um só dígito repetido nunca é um identificador válido.',
  rowAmbiguous:
    'Perdeu zeros e pode ser um CPF ou um CNPJ. Use --type cpf ou --type cnpj, ou recupere os zeros.',
  rowRounded:
    'Uma planilha arredondou o número, e os últimos dígitos se perderam. Formate a coluna como texto e exporte de novo.',
  rowOtherKind:
    'É um CPF com zeros à esquerda em uma coluna de CNPJs. Deixe só os últimos 11 dígitos.',
  rowRoot: 'É só a raiz de um CNPJ; faltam a filial e os dígitos verificadores.',
  rowErased: 'O identificador foi apagado desta máquina com confere purge.',
  jobIdUnreadable:
    'O arquivo que guarda o jobId de uma remessa aceita não pode ser lido. Mova-o para outra pasta e execute o mesmo comando de novo; se o jobId ainda for legível, confere bulk resolve <lote> --adopt <jobId> o vincula.',
  ledgerPlace:
    'Escolha outro local, vazio, com --to <local>, ou desfaça uma mudança interrompida com --cancel.',
  lookupNotOver:
    'Está em consulta, ou pode ter sido cobrado. Consulte de novo, o que apura a cobrança, e depois apague.',
  lookupUnderWay:
    'Outro processo está consultando este identificador. Execute o mesmo comando de novo: a resposta é compartilhada.',
  fileOption:
    'A opção não serve para este tipo de arquivo: --sheet é para planilhas; --delimiter e --encoding, para arquivos de texto. Retire-a.',
  ledgerOlder:
    'Uma versão anterior gravou este histórico. Conclua-o ou apague-o com ela, ou mova-o para outro lugar.',
};
