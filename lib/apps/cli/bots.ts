#!/usr/bin/env node
import { Command } from 'commander';
import { chatCommand } from './commands/chat.ts';
import { checkCommand } from './commands/check.ts';
import { diffCommand } from './commands/diff.ts';
import { endChatsCommand } from './commands/end-chats.ts';
import { exportCommand } from './commands/export.ts';
import { graphCommand } from './commands/graph.ts';
import { importCommand } from './commands/import.ts';
import { listCommand } from './commands/list.ts';
import { loginCommand } from './commands/login.ts';
import { logsCommand } from './commands/logs.ts';
import { publishCommand } from './commands/publish.ts';
import { releasesCommand } from './commands/releases.ts';
import { resultsCommand } from './commands/results.ts';
import { tokensCommand } from './commands/tokens.ts';
import { unpublishCommand } from './commands/unpublish.ts';

/* The command line for working with bots: `npm run --silent bots -- import flows/`. */

// The program that reads our output has stopped reading, as in `bots list | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

await new Command('bots')
  .description('Work with the bots of a service and their results.')
  .addCommand(loginCommand())
  .addCommand(importCommand())
  .addCommand(exportCommand())
  .addCommand(listCommand())
  .addCommand(checkCommand())
  .addCommand(chatCommand())
  .addCommand(publishCommand())
  .addCommand(unpublishCommand())
  .addCommand(endChatsCommand())
  .addCommand(releasesCommand())
  .addCommand(diffCommand())
  .addCommand(graphCommand())
  .addCommand(resultsCommand())
  .addCommand(logsCommand())
  .addCommand(tokensCommand())
  .addHelpText(
    'after',
    `
Which service: --profile, or else BOTS_BASE_URL and BOTS_TOKEN, or else what bots login has stored,
or else the local server that runs in this folder.
Every command prints one JSON document with --json; chat prints one for each turn.`,
  )
  .parseAsync();
