import type { Catalogue } from '../voice.js';

/** Errors of the service, of the connection, and of stored data. */
export const service: Catalogue = {
  'The service answered: "{0}"': 'O serviço respondeu: "{0}"',
  'it may have been charged: the same lookup without --fresh asks again only if the balance shows that it was free':
    'pode ter havido cobrança: a mesma consulta, sem --fresh, só é feita de novo se o saldo mostrar que não houve cobrança',
  'A single lookup of it got no answer and may have been charged.':
    'Uma consulta avulsa deste identificador ficou sem resposta e pode ter sido cobrada.',
  'it may have been charged': 'pode ter havido cobrança',
  'The service refused the API key or the account; check both.':
    'O serviço recusou a chave de API ou a conta; verifique as duas.',
  'Too few credits; check the balance.': 'Créditos insuficientes; verifique o saldo.',
  'The service refused this with HTTP 403, and GET /quota did not answer to say whether it is about credits or about the key; nothing was charged. Run it again later.':
    'O serviço recusou com HTTP 403, e GET /quota não respondeu para dizer se é por causa dos créditos ou da chave; nada foi cobrado. Execute de novo mais tarde.',
  'The service has no such record.': 'O serviço não tem esse registro.',
  'The service at {0} has no such route; check the base URL.':
    'O serviço em {0} não reconhece este endereço; verifique a URL base.',
  'The service refused the input; correct it.': 'O serviço recusou a entrada; corrija-a.',
  'Rate limited, and waiting would pass the deadline.':
    'Limite de requisições atingido, e a espera passaria do prazo.',
  'Rate limited, and waiting would pass the deadline; run it again later.':
    'Limite de requisições atingido, e a espera passaria do prazo; execute de novo mais tarde.',
  'no status': 'sem status',
  'check the base URL': 'verifique a URL base',
  'The service answered in a form that is not documented; {0}.':
    'O serviço respondeu de uma forma não documentada; {0}.',
  'Interrupted before the service answered.': 'Interrompido antes de o serviço responder.',
  'The service redirects (HTTP {0}), which is never followed because the API key would travel; check the base URL.':
    'O serviço redirecionou a requisição (HTTP {0}); o confere não segue redirecionamentos, para não expor a chave de API. Verifique a URL base.',
  'The service redirects (HTTP {0}), which is never followed because the API key would travel. Check the base URL; {1}.':
    'O serviço redirecionou a requisição (HTTP {0}); o confere não segue redirecionamentos, para não expor a chave de API. Verifique a URL base; {1}.',
  'try again later': 'tente de novo mais tarde',
  'The service failed with HTTP {0}; {1}.': 'O serviço falhou com HTTP {0}; {1}.',
  'The connection broke before the whole answer came':
    'A conexão caiu antes de a resposta chegar inteira',
  'The service did not answer in time': 'O serviço não respondeu a tempo',
  'The answer is larger than any the service documents':
    'A resposta é maior do que qualquer uma que o serviço documenta',
  'The proxy settings of the environment are unusable':
    'A configuração de proxy do ambiente não pode ser usada',
  '{0}; nothing was charged. Check the base URL and the network, then try again.':
    '{0}; nada foi cobrado. Verifique a URL base e a rede, e tente de novo.',
  'correct HTTPS_PROXY and HTTP_PROXY': 'corrija HTTPS_PROXY e HTTP_PROXY',
  'try again': 'tente de novo',
  'try again with more time, such as --timeout 5m':
    'tente de novo com mais tempo, por exemplo --timeout 5m',
  'NODE_TLS_REJECT_UNAUTHORIZED is ignored: certificates are always checked. To trust an authority of your own, set NODE_EXTRA_CA_CERTS to its file.':
    'NODE_TLS_REJECT_UNAUTHORIZED é ignorada: os certificados são sempre verificados. Para confiar em uma autoridade sua, aponte NODE_EXTRA_CA_CERTS para o arquivo dela.',
  'The certificate of {0} is not trusted (NODE_EXTRA_CA_CERTS adds authorities; Node 22.15 and newer trust those of the system, too)':
    'O certificado de {0} não é confiável (NODE_EXTRA_CA_CERTS acrescenta autoridades; a partir do Node 22.15, as do sistema também valem)',
  'The service at {0} could not be reached{1}': 'Não foi possível conectar ao serviço em {0}{1}',
  ' (the proxy answered {0})': ' (o proxy respondeu {0})',
  ' ({0} at {1})': ' ({0} em {1})',
  "Another run has just changed job {0}. See '{1}'.":
    "Outra execução acabou de alterar a remessa {0}. Veja '{1}'.",
  "Another run holds batch {0}{1}; wait for it, or look with '{2}'.":
    "Outra execução está com o lote {0}{1}; espere por ela, ou acompanhe com '{2}'.",
  'The ledger in {0} was written by an earlier version of confere; nothing of it was changed. Finish or purge it with that version, or move it away to begin a new one.':
    'O histórico em {0} foi gravado por uma versão anterior do confere; nada nele foi alterado. Conclua-o ou apague-o com aquela versão, ou mova-o para outro lugar para começar um novo.',
  'The ledger was written by a newer confere; update confere and run this again.':
    'O histórico foi gravado por um confere mais novo; atualize o confere e execute de novo.',
  'the disk is full; free some space': 'o disco está cheio; libere espaço',
  'it could not be read or written; check the disk':
    'não foi possível ler ou gravar; verifique o disco',
  'it may not be written; check its permissions and those of its folder':
    'sem permissão para gravar; verifique as permissões dele e da pasta',
  'it could not be opened; check its permissions and those of its folder, or wait until another program lets go of it':
    'não foi possível abrir; verifique as permissões dele e da pasta, ou espere outro programa soltá-lo',
  'The SQLite library cannot be loaded here ({0} {1}): install what it is built on (on Windows the Visual C++ runtime, aka.ms/vc14/vc_redist.x64.exe), or run confere with Node 24.15 or newer, which has its own. Nothing was sent.':
    'Não é possível carregar a biblioteca SQLite aqui ({0} {1}): instale aquilo de que ela depende (no Windows, o runtime do Visual C++, aka.ms/vc14/vc_redist.x64.exe), ou execute o confere com o Node 24.15 ou mais novo, que já traz a dele. Nada foi enviado.',
  'The SQLite library for this machine is not installed ({0} {1}): install confere again with its optional dependencies, or run it with Node 24.15 or newer, which has its own. Nothing was sent.':
    'A biblioteca SQLite para esta máquina não está instalada ({0} {1}): instale o confere de novo com as dependências opcionais, ou execute com o Node 24.15 ou mais novo, que já traz a dele. Nada foi enviado.',
  'it is damaged; restore it from a backup': 'está danificado; restaure-o de um backup',
  'it is not a database; restore it from a backup':
    'não é um banco de dados; restaure-o de um backup',
  'Setting CONFERE_HOME to another folder starts from nothing: what is under way or paid for is unknown there, so that the same identifiers may be charged again.':
    'Definir CONFERE_HOME com outra pasta começa do zero: lá não se sabe o que está em andamento ou já foi pago, e os mesmos identificadores podem ser cobrados de novo.',
  'The file {0} cannot be used: {1}, then run the same command again. Whatever was written down before is kept.':
    'Não é possível usar o arquivo {0}: {1}, e depois execute o mesmo comando outra vez. O que já estava gravado é mantido.',
  'Another program has been using {0} for too long; wait until it has ended, and run the same command again.':
    'Outro programa está usando {0} há tempo demais; espere ele terminar e execute o mesmo comando outra vez.',
};
