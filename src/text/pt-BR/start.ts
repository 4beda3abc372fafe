import type { Catalogue } from '../voice.js';

/** Messages at the start and the end of the program. */
export const start: Catalogue = {
  'Try it, without a key and at no cost:': 'Experimente, sem chave e sem custo:',
  'With your account:': 'Com a sua conta:',
  'confere --help lists everything; confere help <command> tells of one command.':
    'confere --help lista tudo; confere help <comando> explica um comando.',
  'The output could not be written ({0}).': 'Não foi possível gravar a saída ({0}).',
  'This user has no home folder; set CONFERE_HOME to a folder for settings and state.':
    'Este usuário não tem pasta pessoal; defina CONFERE_HOME com uma pasta para a configuração e os dados.',
};
