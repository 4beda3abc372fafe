import type { Catalogue } from '../say.js';

/** What `confere mcp` says to the person who starts it. */
export const mcp: Catalogue = {
  'A client starts it with this command and these arguments; docs/mcp.md shows how.':
    'Um cliente o inicia com este comando e estes argumentos; docs/mcp.md mostra como.',
  'What is paid for already is answered free. Without --max-credits, or max-credits in the profile, paid lookups are refused.':
    'O que já foi pago é respondido de graça. Sem --max-credits, ou max-credits no perfil, consultas pagas são recusadas.',
};
