import { Command } from 'commander';
import { googleClientFrom } from '#apps/cli/moving/credentials/converted-credentials.ts';
import { credentialsFile } from '#apps/cli/moving/credentials/credentials-file.ts';
import type { CredentialsStore } from '#apps/cli/moving/credentials/credentials-store.ts';
import {
  type CredentialOutcome,
  type ImportedCredential,
  importCredentials,
} from '#apps/cli/moving/credentials/import-credentials.ts';
import { secretsManager } from '#apps/cli/moving/credentials/secrets-manager.ts';
import { readCredentialRows } from '#apps/cli/moving/credentials/source-credential-rows.ts';
import { encryptionKey } from '#apps/cli/moving/credentials/source-credentials.ts';
import { openSourceDatabase } from '#apps/cli/moving/source/source-database.ts';
import { connect } from '#apps/cli/service/connection.ts';
import { defineLocalAction } from '#apps/cli/service/service-action.ts';
import { toWorkspace } from '#apps/cli/service/workspace-choice.ts';
import { getDataDir } from '#apps/local/data-dir.ts';
import { defaultCredentialsFile } from '#apps/local/default-credentials-file.ts';
import { formatCount, oneLine, plainTable } from '#apps/terminal/plain-text.ts';
import { isCredentialsId } from '#lib/platform/credentials/credentials-name.ts';

type Options = {
  database: string;
  workspace?: string[];
  toWorkspace?: string;
  profile?: string;
  /** True without a value. */
  file?: string | true;
  secretsManager?: true;
  prefix?: string;
  overwrite?: true;
  dryRun?: true;
};

export function importCredentialsCommand(): Command {
  const command = new Command('import')
    .description("import stored credentials from Typebot's database, under their ids")
    .requiredOption('--database <url>', 'postgres://user@host/database; the password may be in PGPASSWORD')
    .option('--workspace <id...>', 'workspaces of Typebot; default: the only one that has credentials')
    .option(
      '--to-workspace <id>',
      "workspace here that gets them; default: the token's workspace, if it has only one",
    )
    .option('--profile <name>', 'profile stored by bots login, to find the workspace')
    .option(
      '--file [path]',
      'store them in this file; default: CREDENTIALS_FILE, otherwise that of the local server in this folder',
    )
    .option('--secrets-manager', 'store them in AWS Secrets Manager, with your AWS credentials')
    .option(
      '--prefix <name>',
      "with --secrets-manager: the stack's name, bots-<stage>; default: CREDENTIALS_SECRET_PREFIX",
    )
    .option('--overwrite', 'replace others that are stored under the same ids')
    .option('--dry-run', 'only report what would be stored')
    .addHelpText(
      'after',
      `
The environment variable ENCRYPTION_SECRET must be that of Typebot's installation.
Google accounts also need the OAuth client that was used there: GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.
No secret is printed. The database is only read.`,
    );

  defineLocalAction<[], Options>(command, async (_args, options) => {
    const store = openStore(options, process.env);
    const key = encryptionKey(process.env);
    const googleClient = googleClientFrom(process.env);
    const workspaceId = await findTargetWorkspace(options);
    const { overwrite = false, dryRun: isDryRun = false } = options;
    const database = await openSourceDatabase(options.database);
    try {
      const rows = await readCredentialRows(database, options.workspace ?? []);
      const work = { key, googleClient, workspaceId, store, overwrite, isDryRun };
      const credentials = await importCredentials(rows, work);
      const report = { workspaceId, storedIn: store.description, isDryRun, credentials };
      return { json: report, text: reportText(report), isBad: credentials.some(needsAttention) };
    } finally {
      await database.close();
    }
  });
  return command;
}

/** @throws Error unless exactly one store is chosen */
function openStore(
  { file, secretsManager: isInAws, prefix }: Options,
  env: NodeJS.ProcessEnv,
): CredentialsStore {
  if ((file !== undefined) === (isInAws === true)) {
    throw new Error('Choose where to store them: either --file or --secrets-manager');
  }
  if (prefix !== undefined && !isInAws) throw new Error('--prefix requires --secrets-manager');
  if (file !== undefined) return credentialsFile(file === true ? standardFile(env) : file);
  const name = prefix ?? env.CREDENTIALS_SECRET_PREFIX;
  if (!name) throw new Error("--secrets-manager requires --prefix: the stack's name, such as bots-prod");
  return secretsManager(name.replace(/\/+$/, ''));
}

function standardFile(env: NodeJS.ProcessEnv): string {
  return env.CREDENTIALS_FILE || defaultCredentialsFile(getDataDir(env));
}

async function findTargetWorkspace({ toWorkspace: named, profile }: Options): Promise<string> {
  if (named === undefined) return await findOnlyWorkspace(profile);
  if (isCredentialsId(named)) return named;
  throw new Error('--to-workspace is not the id of a workspace here');
}

async function findOnlyWorkspace(profile: string | undefined): Promise<string> {
  try {
    return await toWorkspace(await connect(profile), undefined);
  } catch (error) {
    throw new Error(
      `Name the workspace here with --to-workspace: ${error instanceof Error ? error.message : error}`,
      { cause: error },
    );
  }
}

/** Whether bots here could use them, but they are not stored. */
function needsAttention({ outcome }: ImportedCredential): boolean {
  return outcome === 'different' || outcome === 'unusable' || outcome === 'unreadable';
}

type Report = {
  workspaceId: string;
  storedIn: string;
  isDryRun: boolean;
  credentials: ImportedCredential[];
};

const WORDS: Record<CredentialOutcome, string> = {
  created: 'stored',
  replaced: 'replaced',
  unchanged: 'unchanged',
  different: 'NOT REPLACED',
  unusable: 'NOT STORED',
  unused: 'not needed',
  unreadable: 'UNREADABLE',
};

const DRY_RUN_WORDS: Record<CredentialOutcome, string> = {
  ...WORDS,
  created: 'would be stored',
  replaced: 'would be replaced',
};

function reportText({ workspaceId, storedIn, isDryRun, credentials }: Report): string {
  if (credentials.length === 0) return 'There are no credentials.';
  const words = isDryRun ? DRY_RUN_WORDS : WORDS;
  const notes = credentials.flatMap(({ id, note }) =>
    note === undefined ? [] : [`${oneLine(id)}: ${note}`],
  );
  const stored = credentials.filter(({ outcome }) => outcome === 'created' || outcome === 'replaced').length;
  return [
    plainTable(
      ['ID', 'KIND', 'NAME', 'OUTCOME'],
      credentials.map(({ id, kind, name, outcome }) => [id, kind, name, words[outcome]]),
    ),
    '',
    ...notes,
    ...(notes.length > 0 ? [''] : []),
    `${isDryRun ? 'Would store' : 'Stored'} ${stored} of ${formatCount(credentials.length, 'credential')} for workspace ${workspaceId} in ${storedIn}`,
  ].join('\n');
}
