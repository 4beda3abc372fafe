import { afterAll } from 'vitest';
import { en, setMessages } from '../../src/messages/index.js';
import { removeScratchFolder } from './files/scratch.js';

/** Runs before each test file: workers keep modules, and the language is global to the process. */
setMessages(en);
afterAll(removeScratchFolder);
