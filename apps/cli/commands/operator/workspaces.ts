import { Command } from 'commander';
import { askToConfirmByTyping } from '#apps/terminal/confirmation.ts';
import { formatFacts, oneLine, plainTable } from '#apps/terminal/plain-text.ts';
import { day } from '#apps/terminal/text-layout.ts';
import { isId } from '#lib/platform/store/keys.ts';
import { copyBackCommand } from './copy-back.ts';
import { formatErased, pauseWithNotice, withBucket } from './erasure.ts';
import { withMovedFlag } from './moved-commands.ts';
import type { OpenDatabase } from './open-database.ts';
import { defineOperatorAction } from './operator-action.ts';

/** `operator workspaces list`, `create`, `erase` and `copy-back`. */
export function operatorWorkspacesCommand(): Command {
  return new Command('workspaces')
    .description('list, create and erase workspaces, or copy them back from a restored table')
    .addCommand(listWorkspacesCommand())
    .addCommand(createWorkspaceCommand())
    .addCommand(eraseWorkspaceCommand())
    .addCommand(
      copyBackCommand('workspace', 'copy back a workspace with its bots and results, without its tokens'),
    );
}

function listWorkspacesCommand(): Command {
  const command = new Command('list').description('list all workspaces, newest first');

  defineOperatorAction(command, async (_args, _options, { description }) => {
    const { readAllWorkspaces } = await import('#lib/workspaces/store/workspace-store.ts');
    const workspaces = await readAllWorkspaces();
    return {
      json: { workspaces },
      text:
        workspaces.length === 0
          ? `There are no workspaces in the ${description}.`
          : plainTable(
              ['WORKSPACE', 'NAME', 'CREATED', 'MADE BY'],
              workspaces.map(({ id, name, createdAt, madeBy }) => [id, name, day(createdAt), madeBy ?? '-']),
            ),
    };
  });
  return command;
}

/** The table does not tell how the service is deployed, so this is said whatever the options are. */
const BESIDE_OTHERS =
  'There are other workspaces. With bots:sites and without bots:workspaceOrigins, their pages share one origin:\n' +
  'scripts of each workspace reach what visitors have stored for the others.';

function createWorkspaceCommand(): Command {
  const command = new Command('create')
    .description('create a workspace, without a token')
    .requiredOption('--name <name>', '1 to 100 characters');

  defineOperatorAction<[], { name: string }>(command, async (_args, { name }, { description }) => {
    const { insertWorkspace, readAllWorkspaces } = await import('#lib/workspaces/store/workspace-store.ts');
    const workspace = await insertWorkspace({ name });
    const isFirst = (await readAllWorkspaces()).every(({ id }) => id === workspace.id);
    const facts = formatFacts([
      ['Workspace', workspace.id],
      ['Name', workspace.name],
      ['Database', description],
    ]);
    return { json: { workspace }, text: isFirst ? facts : `${facts}\n\n${BESIDE_OTHERS}` };
  });
  return command;
}

function eraseWorkspaceCommand(): Command {
  const command = withBucket(
    new Command('erase')
      .description('erase a workspace with everything in it, for good; continues an erasure that began')
      .argument('<workspace>', 'id of the workspace')
      .option('--confirm <id>', 'the id once more, instead of typing the name'),
  );
  withMovedFlag(command, '--yes', 'confirm with --confirm and the id of the workspace');

  defineOperatorAction<[string], { bucket?: string; confirm?: string }>(
    command,
    async ([workspaceId], { bucket, confirm }, database) => {
      if (!isId(workspaceId)) throw new Error('That is not the id of a workspace');
      await requireConfirmation(workspaceId, confirm, database);
      // The job that erases it reads the bucket's name from the environment, as it does on AWS.
      if (bucket) process.env.FILES_BUCKET = bucket;
      const { eraseWorkspace } = await import('#apps/operator/erase-workspace.ts');
      const erased = await eraseWorkspace(workspaceId, pauseWithNotice);
      return { json: { workspaceId, ...erased }, text: formatErased(`workspace ${workspaceId}`, erased) };
    },
  );
  return command;
}

async function requireConfirmation(
  workspaceId: string,
  confirm: string | undefined,
  { description }: OpenDatabase,
): Promise<void> {
  if (confirm === workspaceId) return;
  if (confirm !== undefined) throw new Error('--confirm is not the id of the workspace: nothing was erased');
  const { readWorkspace } = await import('#lib/workspaces/store/workspace-store.ts');
  // Undefined also if its erasure has begun.
  const workspace = await readWorkspace(workspaceId);
  const name = workspace && oneLine(workspace.name).trim();
  const question =
    `This erases the workspace ${name ? `${name} (${workspaceId})` : workspaceId} from the ${description}, for good.\n` +
    `Type the ${name ? 'name' : 'id'} of the workspace to go on: `;
  const accepted = name ? [name, workspaceId] : [workspaceId];
  if (await askToConfirmByTyping(question, accepted, `--confirm ${workspaceId}`)) return;
  throw new Error('Nothing was erased');
}
