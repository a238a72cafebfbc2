import { Command } from 'commander';
import { day, formatFacts, table } from '#apps/terminal/text-layout.ts';
import { insertWorkspace, readAllWorkspaces } from '#lib/workspaces/store/workspace-store.ts';
import { defineAction } from './database-action.ts';

/** `workspace create` and `workspace list`. */
export function workspaceCommands(): Command {
  const group = new Command('workspace').description('create and list workspaces');

  defineAction<[], { name: string }>(
    group
      .command('create')
      .description('create a workspace')
      .requiredOption('--name <name>', '1 to 100 characters'),
    async (_args, { name }, database) => {
      const workspace = await insertWorkspace({ name });
      return {
        json: workspace,
        text: formatFacts([
          ['Workspace', workspace.id],
          ['Name', workspace.name],
          ['Database', database],
        ]),
      };
    },
  );

  defineAction(
    group.command('list').description('show all workspaces, newest first'),
    async (_args, _options, database) => {
      const workspaces = await readAllWorkspaces();
      if (workspaces.length === 0) return { json: [], text: `There are no workspaces in the ${database}.` };
      return {
        json: workspaces,
        text: table(
          ['WORKSPACE', 'NAME', 'CREATED', 'MADE BY'],
          workspaces.map(({ id, name, createdAt, madeBy }) => [id, name, day(createdAt), madeBy ?? '-']),
        ),
      };
    },
  );

  return group;
}
