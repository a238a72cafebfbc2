#!/usr/bin/env node
import { runProgram } from '#apps/terminal/run-program.ts';
import { createProgram } from './program.ts';

/* Command line for working with bots: `npx bots import flows/`. */

// Whatever reads our output has closed the pipe, as in `bots list | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

await runProgram(createProgram(), 'bots', 'npx bots');
