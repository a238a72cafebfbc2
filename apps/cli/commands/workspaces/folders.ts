import { randomUUID } from 'node:crypto';
import { Command } from 'commander';
import { defineBotAction, withBot } from '#apps/cli/service/bot-action.ts';
import type { Service } from '#apps/cli/service/connection.ts';
import {
  FOLDER_WORDS,
  fetchFolders,
  findFolder,
  formatFolderPath,
  type ListedFolder,
  requireFolderNamed,
} from '#apps/cli/service/folder-choice.ts';
import { defineAction } from '#apps/cli/service/service-action.ts';
import { toWorkspace, withWorkspace } from '#apps/cli/service/workspace-choice.ts';
import { oneLine, plainTable } from '#apps/terminal/plain-text.ts';

type WorkspaceOption = { workspace?: string };

/** `folders list`, `create`, `rename`, `move`, `delete` and `put`: folders of a workspace's bots. */
export function createFoldersCommand(): Command {
  return new Command('folders')
    .description('list, create, rename, move and delete folders, and put bots into them')
    .addCommand(createListCommand())
    .addCommand(createCreateCommand())
    .addCommand(createRenameCommand())
    .addCommand(createMoveCommand())
    .addCommand(createDeleteCommand())
    .addCommand(createPutCommand());
}

function createListCommand(): Command {
  const command = withWorkspace(new Command('list').description('list folders with their paths'));

  defineAction<[], WorkspaceOption>(command, async (_args, { workspace }, service) => {
    const folders = await fetchFolders(service, await toWorkspace(service, workspace));
    const rows = folders
      .map((folder) => [folder.id, formatFolderPath(folders, folder)])
      .toSorted(([, a = ''], [, b = '']) => a.localeCompare(b));
    return {
      json: { folders },
      text: rows.length === 0 ? 'There are no folders.' : plainTable(['FOLDER', 'PATH'], rows),
    };
  });
  return command;
}

function createCreateCommand(): Command {
  const command = withWorkspace(
    new Command('create')
      .description('create a folder')
      .argument('<name>', 'name, at most 120 characters')
      .option('--in <folder>', FOLDER_WORDS, 'root'),
  );

  defineAction<[string], WorkspaceOption & { in: string }>(command, async ([name], options, service) => {
    const workspaceId = await toWorkspace(service, options.workspace);
    const parentFolderId = await findFolderId(service, workspaceId, options.in);
    const { folder } = await service.client.createFolder({
      headers: { 'idempotency-key': randomUUID() },
      body: { workspaceId, folderName: name, parentFolderId },
    });
    return { json: { folder }, text: oneLine(`Created the folder ${folder.name} (${folder.id}).`) };
  });
  return command;
}

function createRenameCommand(): Command {
  const command = withWorkspace(
    new Command('rename')
      .description('give a folder another name')
      .argument('<folder>', FOLDER_WORDS)
      .argument('<name>', 'new name'),
  );

  defineAction<[string, string], WorkspaceOption>(command, async ([named, name], { workspace }, service) => {
    const workspaceId = await toWorkspace(service, workspace);
    const { id: folderId } = requireFolderNamed(await fetchFolders(service, workspaceId), named);
    const body = { workspaceId, folder: { name } };
    const { folder } = await service.client.updateFolder({ params: { folderId }, body });
    return { json: { folder }, text: oneLine(`${folder.id} is now called ${folder.name}.`) };
  });
  return command;
}

function createMoveCommand(): Command {
  const command = withWorkspace(
    new Command('move')
      .description('move a folder, with everything in it, into another one')
      .argument('<folder>', FOLDER_WORDS)
      .argument('<into>', FOLDER_WORDS),
  );

  defineAction<[string, string], WorkspaceOption>(command, async ([named, into], { workspace }, service) => {
    const workspaceId = await toWorkspace(service, workspace);
    const folders = await fetchFolders(service, workspaceId);
    const { id: folderId } = requireFolderNamed(folders, named);
    const target = findFolder(folders, into);
    const body = { workspaceId, folder: { parentFolderId: target?.id ?? null } };
    const { folder } = await service.client.updateFolder({ params: { folderId }, body });
    return { json: { folder }, text: oneLine(`${folder.name} is now in ${formatTarget(target)}.`) };
  });
  return command;
}

function createDeleteCommand(): Command {
  const command = withWorkspace(
    new Command('delete')
      .description('delete a folder; its bots and folders move to the folder that it is in')
      .argument('<folder>', FOLDER_WORDS),
  );

  defineAction<[string], WorkspaceOption>(command, async ([named], { workspace }, service) => {
    const workspaceId = await toWorkspace(service, workspace);
    const folders = await fetchFolders(service, workspaceId);
    const { id: folderId } = requireFolderNamed(folders, named);
    const { folder } = await service.client.deleteFolder({ params: { folderId }, body: { workspaceId } });
    const parent = folders.find(({ id }) => id === folder.parentFolderId) ?? null;
    return {
      json: { folder },
      text: oneLine(`Deleted the folder ${folder.name}. What was in it is now in ${formatTarget(parent)}.`),
    };
  });
  return command;
}

function createPutCommand(): Command {
  const command = withBot(new Command('put').description('put a bot into a folder')).argument(
    '<folder>',
    FOLDER_WORDS,
  );

  defineBotAction<[string, string], object>(command, async ([botId, named], _options, service) => {
    const { bot: found } = await service.client.getBot({ params: { botId } });
    const target = findFolder(await fetchFolders(service, found.workspaceId), named);
    const { bot } = await service.client.updateBot({
      params: { botId },
      body: { bot: { folderId: target?.id ?? null } },
    });
    return { json: { bot }, text: oneLine(`${bot.name} is now in ${formatTarget(target)}.`) };
  });
  return command;
}

async function findFolderId(service: Service, workspaceId: string, named: string): Promise<string | null> {
  if (named === 'root') return null;
  return findFolder(await fetchFolders(service, workspaceId), named)?.id ?? null;
}

function formatTarget(folder: ListedFolder | null): string {
  return folder ? `the folder ${folder.name}` : 'no folder';
}
