import { transcripts } from '../helpers/transcript.js';

transcripts('purposes');
