#!/usr/bin/env node
import { processContext } from '../dist/context.js';
import { main } from '../dist/main.js';

process.exitCode = await main(process.argv.slice(2), processContext());
