import { Command } from 'commander';
import { runProgram } from '#apps/terminal/run-program.ts';
import { copyBackCommands } from './copy-back-commands.ts';
import { eraseCommands } from './erase-commands.ts';
import { restoreCommand } from './restore-command.ts';
import { tokenCommands } from './token-commands.ts';
import { verifyCommand } from './verify-command.ts';
import { workspaceCommands } from './workspace-commands.ts';

/* The operator's command line: `npm run admin -- workspace create --name 'Support'`. */

const program = new Command('npm run admin --')
  .description('Manage the workspaces and access tokens of the service; verify, erase and restore its data.')
  .addCommand(workspaceCommands())
  .addCommand(tokenCommands())
  .addCommand(verifyCommand())
  .addCommand(eraseCommands())
  .addCommand(restoreCommand())
  .addCommand(copyBackCommands())
  .addHelpText(
    'after',
    `
Works on the table named by --table or TABLE_NAME, with the usual AWS region and
credentials; without either, on the local database of npm start in DATA_DIR.
In scripts: npm run --silent admin -- … --json`,
  );

await runProgram(program, 'admin', 'npm run admin --');
