import { transcripts } from '../../helpers/transcript.js';

for (const name of ['cards', 'fields-of-lookups', 'quota', 'rehearsals']) transcripts(name);
