import { Command } from 'commander';
import { importCredentialsCommand } from './credentials-import.ts';
import { listCredentialsCommand } from './credentials-list.ts';
import {
  createDeleteCredentialsCommand,
  createPutCredentialsCommand,
  createStoredCredentialsCommand,
  createTestCredentialsCommand,
} from './credentials-stored.ts';

/** `credentials list`, `import`, `stored`, `put`, `test` and `delete`. */
export function credentialsCommand(): Command {
  return new Command('credentials')
    .description('list the stored credentials that blocks name, store, test and delete credentials')
    .addCommand(listCredentialsCommand())
    .addCommand(importCredentialsCommand())
    .addCommand(createStoredCredentialsCommand())
    .addCommand(createPutCredentialsCommand())
    .addCommand(createTestCredentialsCommand())
    .addCommand(createDeleteCredentialsCommand());
}
