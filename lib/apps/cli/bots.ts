#!/usr/bin/env node
import { Command } from 'commander';
import { formatUsageErrors } from '#lib/apps/terminal/usage-errors.ts';
import { archiveCommand } from './commands/archive.ts';
import { auditCommand } from './commands/audit.ts';
import { chatCommand } from './commands/chat.ts';
import { checkCommand } from './commands/check.ts';
import { credentialsCommand } from './commands/credentials.ts';
import { diffCommand } from './commands/diff.ts';
import { duplicateCommand } from './commands/duplicate.ts';
import { endChatsCommand } from './commands/end-chats.ts';
import { exportCommand } from './commands/export.ts';
import { graphCommand } from './commands/graph.ts';
import { importCommand } from './commands/import.ts';
import { jobsCommand } from './commands/jobs.ts';
import { listCommand } from './commands/list.ts';
import { loginCommand } from './commands/login.ts';
import { logsCommand } from './commands/logs.ts';
import { mcpCommand } from './commands/mcp.ts';
import { moveCommand } from './commands/move.ts';
import { publicIdCommand } from './commands/public-id.ts';
import { publishCommand } from './commands/publish.ts';
import { pullCommand } from './commands/pull.ts';
import { releasesCommand } from './commands/releases.ts';
import { renameCommand } from './commands/rename.ts';
import { restoreCommand } from './commands/restore.ts';
import { resultsCommand } from './commands/results.ts';
import { statsCommand } from './commands/stats.ts';
import { tokensCommand } from './commands/tokens.ts';
import { transcriptCommand } from './commands/transcript.ts';
import { unpublishCommand } from './commands/unpublish.ts';
import { workspacesCommand } from './commands/workspaces.ts';

/* Command line for working with bots: `npm run --silent bots -- import flows/`. */

// Whatever reads our output has closed the pipe, as in `bots list | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

const program = new Command('bots')
  .description('Work with the bots of a service and their results.')
  .commandsGroup('Start here:')
  .addCommand(loginCommand())
  .addCommand(importCommand())
  .addCommand(moveCommand())
  .addCommand(pullCommand())
  .commandsGroup('Work on bots:')
  .addCommand(listCommand())
  .addCommand(checkCommand())
  .addCommand(chatCommand())
  .addCommand(exportCommand())
  .addCommand(diffCommand())
  .addCommand(graphCommand())
  .addCommand(renameCommand())
  .addCommand(duplicateCommand())
  .addCommand(archiveCommand())
  .addCommand(restoreCommand())
  .commandsGroup('Publish them:')
  .addCommand(publishCommand())
  .addCommand(unpublishCommand())
  .addCommand(publicIdCommand())
  .addCommand(releasesCommand())
  .addCommand(endChatsCommand())
  .commandsGroup('Read results:')
  .addCommand(resultsCommand())
  .addCommand(transcriptCommand())
  .addCommand(logsCommand())
  .addCommand(statsCommand())
  .commandsGroup('Administer:')
  .helpCommand(true)
  .addCommand(credentialsCommand())
  .addCommand(jobsCommand())
  .addCommand(tokensCommand())
  .addCommand(workspacesCommand())
  .addCommand(auditCommand())
  .addCommand(mcpCommand())
  .addHelpText(
    'after',
    `
The service is the one of --profile, or else of BOTS_BASE_URL and BOTS_TOKEN,
or else of bots login, or else the local server running in this folder.
With --json, every command prints one JSON document; chat prints one per turn,
and mcp none.`,
  );

await formatUsageErrors(program).parseAsync();
