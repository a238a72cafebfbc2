import { Command } from 'commander';
import { importCredentialsCommand } from './credentials-import.ts';
import { listCredentialsCommand } from './credentials-list.ts';

/** `credentials list` and `credentials import`. */
export function credentialsCommand(): Command {
  return new Command('credentials')
    .description('list the stored credentials that blocks name, and import them from Typebot')
    .addCommand(listCredentialsCommand())
    .addCommand(importCredentialsCommand());
}
