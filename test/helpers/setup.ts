import { afterAll } from 'vitest';
import { speakEnglish } from '../../src/text/voice.js';
import { removeScratchFolder } from './files/scratch.js';

/** Runs before each test file: workers keep modules, and the language is global to the process. */
speakEnglish();
afterAll(removeScratchFolder);
