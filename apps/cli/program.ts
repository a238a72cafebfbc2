import { Command } from 'commander';
import { archiveCommand } from '#apps/cli/commands/bots/archive.ts';
import { chatCommand } from '#apps/cli/commands/bots/chat.ts';
import { checkCommand } from '#apps/cli/commands/bots/check.ts';
import { createDevCommand } from '#apps/cli/commands/bots/dev.ts';
import { diffCommand } from '#apps/cli/commands/bots/diff.ts';
import { duplicateCommand } from '#apps/cli/commands/bots/duplicate.ts';
import { editCommand } from '#apps/cli/commands/bots/edit.ts';
import { endChatsCommand } from '#apps/cli/commands/bots/end-chats.ts';
import { exportCommand } from '#apps/cli/commands/bots/export.ts';
import { graphCommand } from '#apps/cli/commands/bots/graph.ts';
import { importCommand } from '#apps/cli/commands/bots/import.ts';
import { listCommand } from '#apps/cli/commands/bots/list.ts';
import { createNewCommand } from '#apps/cli/commands/bots/new.ts';
import { publicIdCommand } from '#apps/cli/commands/bots/public-id.ts';
import { publishCommand } from '#apps/cli/commands/bots/publish.ts';
import { pullCommand } from '#apps/cli/commands/bots/pull.ts';
import { releasesCommand } from '#apps/cli/commands/bots/releases.ts';
import { renameCommand } from '#apps/cli/commands/bots/rename.ts';
import { restoreBotCommand } from '#apps/cli/commands/bots/restore.ts';
import { unpublishCommand } from '#apps/cli/commands/bots/unpublish.ts';
import { createWebhookRepliesCommand } from '#apps/cli/commands/bots/webhook-replies.ts';
import { loginCommand } from '#apps/cli/commands/login.ts';
import { mcpCommand } from '#apps/cli/commands/mcp.ts';
import { moveCommand } from '#apps/cli/commands/move.ts';
import { operatorCommand } from '#apps/cli/commands/operator/operator.ts';
import { logsCommand } from '#apps/cli/commands/results/logs.ts';
import { resultsCommand } from '#apps/cli/commands/results/results.ts';
import { statsCommand } from '#apps/cli/commands/results/stats.ts';
import { transcriptCommand } from '#apps/cli/commands/results/transcript.ts';
import { auditCommand } from '#apps/cli/commands/workspaces/audit.ts';
import { credentialsCommand } from '#apps/cli/commands/workspaces/credentials.ts';
import { createDomainsCommand } from '#apps/cli/commands/workspaces/domains.ts';
import { createFoldersCommand } from '#apps/cli/commands/workspaces/folders.ts';
import { buildInvitationsCommand } from '#apps/cli/commands/workspaces/invitations.ts';
import { jobsCommand } from '#apps/cli/commands/workspaces/jobs.ts';
import { tokensCommand } from '#apps/cli/commands/workspaces/tokens.ts';
import { workspacesCommand } from '#apps/cli/commands/workspaces/workspaces.ts';

/** Returns the command line with all its commands. */
export function createProgram(): Command {
  return new Command('bots')
    .description('Work with the bots of a service and their results.')
    .commandsGroup('Start here:')
    .addCommand(loginCommand())
    .addCommand(createNewCommand())
    .addCommand(importCommand())
    .addCommand(moveCommand())
    .addCommand(pullCommand())
    .commandsGroup('Work on bots:')
    .addCommand(listCommand())
    .addCommand(checkCommand())
    .addCommand(createDevCommand())
    .addCommand(chatCommand())
    .addCommand(exportCommand())
    .addCommand(diffCommand())
    .addCommand(graphCommand())
    .addCommand(renameCommand())
    .addCommand(editCommand())
    .addCommand(duplicateCommand())
    .addCommand(createFoldersCommand())
    .addCommand(archiveCommand())
    .addCommand(restoreBotCommand())
    .commandsGroup('Publish them:')
    .addCommand(publishCommand())
    .addCommand(unpublishCommand())
    .addCommand(publicIdCommand())
    .addCommand(createWebhookRepliesCommand())
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
    .addCommand(createDomainsCommand())
    .addCommand(jobsCommand())
    .addCommand(buildInvitationsCommand())
    .addCommand(tokensCommand())
    .addCommand(workspacesCommand())
    .addCommand(auditCommand())
    .addCommand(mcpCommand())
    .addCommand(operatorCommand())
    .addHelpText(
      'after',
      `
The service is the one of --profile, or else of BOTS_BASE_URL and BOTS_TOKEN,
or else of bots login, or else the local server running from this checkout.
bots operator uses a table instead.
With --json, every command prints one JSON document; chat prints one per turn, dev
one per save, and mcp none.`,
    );
}
