import { Command } from 'commander';
import { operatorBotsCommand } from './bots.ts';
import { createMovedCommands } from './moved-commands.ts';
import { restoreCommand } from './restore.ts';
import { operatorResultsCommand } from './results.ts';
import { operatorTokensCommand } from './tokens.ts';
import { verifyCommand } from './verify.ts';
import { operatorWorkspacesCommand } from './workspaces.ts';

/** `bots operator`: what needs access to the table itself, and no token. */
export function operatorCommand(): Command {
  const command = new Command('operator')
    .description(
      'work on the table itself, with AWS credentials: first workspaces and tokens, damage, erasure, backups',
    )
    .addCommand(operatorWorkspacesCommand())
    .addCommand(operatorTokensCommand())
    .addCommand(operatorBotsCommand())
    .addCommand(operatorResultsCommand())
    .addCommand(verifyCommand())
    .addCommand(restoreCommand())
    .addHelpText(
      'after',
      `
Works on the table named by --table or TABLE_NAME, with the usual AWS region and
credentials; without either, on the local database of npm start in DATA_DIR.`,
    );
  for (const moved of createMovedCommands()) command.addCommand(moved, { hidden: true });
  return command;
}
