import type { Catalogue } from '../../voice.js';

/** The messages of `confere mcp` for the user. */
export const mcp: Catalogue = {
  'This lookup may cost {0#credit|credits}, and {1} of the {2} that this session may spend {3?is|are} left; nothing was asked.':
    'Esta consulta pode custar {0#crédito|créditos}, e {1?resta|restam} {1} dos {2} que esta sessão pode gastar; nada foi consultado.',
  'serve lookups to a Model Context Protocol client on stdin and stdout':
    'oferece consultas a um cliente do Model Context Protocol em stdin e stdout',
  'credits that this session may spend (default: 0)':
    'créditos que esta sessão pode gastar (padrão: 0)',
  'Serving the Model Context Protocol on stdin and stdout; the sandbox costs nothing.':
    'Servindo o Model Context Protocol em stdin e stdout; o sandbox não custa nada.',
  'Serving the Model Context Protocol on stdin and stdout; this session may spend at most {0#credit|credits}.':
    'Servindo o Model Context Protocol em stdin e stdout; esta sessão pode gastar no máximo {0#crédito|créditos}.',
  'Serving the Model Context Protocol on stdin and stdout; paid lookups are refused, because no --max-credits <n> was given.':
    'Servindo o Model Context Protocol em stdin e stdout; consultas pagas são recusadas, porque --max-credits <n> não foi informado.',
  'A client starts it with this command and these arguments; docs/mcp.md shows how.':
    'Um cliente o inicia com este comando e estes argumentos; docs/mcp.md mostra como.',
  'What is paid for already is answered free. Without --max-credits, or max-credits in the profile, paid lookups are refused.':
    'O que já foi pago é respondido de graça. Sem --max-credits, ou max-credits no perfil, consultas pagas são recusadas.',
};
