import { Command } from 'commander';
import { formatStarted, requestJob } from '#apps/cli/jobs/start-job.ts';
import { waitForJob } from '#apps/cli/jobs/wait-for-job.ts';
import type { Service } from '#apps/cli/service/connection.ts';
import { defineAction } from '#apps/cli/service/service-action.ts';
import { askToConfirmByTyping } from '#apps/terminal/confirmation.ts';
import { oneLine } from '#apps/terminal/plain-text.ts';

type Options = { confirm?: string; wait: boolean; profile?: string };

/** `workspaces erase`, for admins of a workspace. */
export function workspacesCommand(): Command {
  return new Command('workspaces').description('erase a workspace').addCommand(eraseWorkspaceCommand());
}

function eraseWorkspaceCommand(): Command {
  const command = new Command('erase')
    .description('erase a workspace with everything in it, for good, and revoke its tokens')
    .argument('<workspace>', 'id of the workspace')
    .option('--confirm <id>', 'the id once more, instead of typing the name')
    .option('--no-wait', 'print the id of the job and end');

  defineAction<[string], Options>(command, async ([workspaceId], { confirm, wait, profile }, service) => {
    if (confirm === undefined) await requireConfirmation(service, workspaceId);
    const started = await requestJob(service, workspaceId, {
      kind: 'eraseWorkspace',
      confirm: confirm ?? workspaceId,
    });
    const reference = { workspaceId, jobId: started.id, profile };
    if (!wait) return formatStarted(started, reference);
    await waitForJob(service, reference, { isStarter: true });
    return {
      json: { workspaceId, jobId: started.id, isErased: true },
      text: `Erased workspace ${workspaceId}, with its tokens.`,
    };
  });
  return command;
}

async function requireConfirmation({ client }: Service, workspaceId: string): Promise<void> {
  const { workspaces } = await client.getMe();
  const workspace = workspaces.find(({ id }) => id === workspaceId);
  if (!workspace) throw new Error(`The token has no workspace ${workspaceId}`);
  const name = oneLine(workspace.name).trim();
  const question =
    `This erases the workspace ${name} (${workspaceId}) with its bots, results, files and tokens, for good.\n` +
    'It takes a few minutes, and cannot be cancelled once it has begun.\n' +
    'Type the name of the workspace to go on: ';
  if (await askToConfirmByTyping(question, [name, workspaceId], `--confirm ${workspaceId}`)) return;
  throw new Error('Nothing was erased');
}
