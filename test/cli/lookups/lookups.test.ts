import { transcripts } from '../../helpers/transcript.js';

for (const name of [
  ...['cards', 'compared', 'cpf', 'cpf-realtime', 'fields-of-lookups', 'limits-of-lookups'],
  ...['lookup', 'lookups-in-doubt', 'quota', 'rehearsals'],
])
  transcripts(name);
