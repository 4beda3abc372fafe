#!/usr/bin/env node
'use strict';

// Written so that any Node reads it: an older one says what is wrong, in place of a SyntaxError.
var parts = process.versions.node.split('.').map(Number);

if (parts[0] < 20 || (parts[0] === 20 && parts[1] < 19)) {
  console.error('confere needs Node 20.19 or newer; this is Node ' + process.versions.node + '.');
  process.exitCode = 2;
} else if (!require('fs').existsSync(__dirname + '/../dist/start.cjs')) {
  console.error("confere is not built yet; run 'npm run build' in its folder.");
  process.exitCode = 2;
} else {
  var enable = require('module').enableCompileCache;
  if (enable) require('../dist/compiled.cjs').keepCompiledCode(process, enable);
  var start = require('../dist/start.cjs');
  start.main(process.argv.slice(2), start.processContext()).then(function (code) {
    process.exitCode = code;
  });
}
