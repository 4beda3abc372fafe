import { afterAll } from 'vitest';
import { speakEnglish } from '../../src/text/voice.js';
import { removeScratchFolder } from './scratch.js';

/** Runs before each test file: a worker keeps its modules, and the language is one of the whole process. */
speakEnglish();
afterAll(removeScratchFolder);
