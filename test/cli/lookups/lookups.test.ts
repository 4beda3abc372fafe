import { transcripts } from '../../helpers/transcript.js';

for (const name of ['cpf', 'lookup', 'cpf-realtime', 'lookups-in-doubt', 'limits-of-lookups'])
  transcripts(name);
