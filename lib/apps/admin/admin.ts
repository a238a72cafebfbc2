import { Command } from 'commander';
import { tokenCommands } from './token-commands.ts';
import { verifyCommand } from './verify-command.ts';
import { workspaceCommands } from './workspace-commands.ts';

/* The operator's command line: `npm run admin -- workspace create --name 'Support'`. */

await new Command('npm run admin --')
  .description('Manage the workspaces and access tokens of the service, and verify its table.')
  .addCommand(workspaceCommands())
  .addCommand(tokenCommands())
  .addCommand(verifyCommand())
  .addHelpText(
    'after',
    `
Works on the table named by --table or TABLE_NAME, with the usual AWS region and
credentials; without either, on the local database of npm start in DATA_DIR.
In scripts: npm run --silent admin -- … --json`,
  )
  .parseAsync();
