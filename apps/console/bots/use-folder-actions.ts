import { useLocation } from 'wouter-preact';
import { reloadAll } from '../data/loaded.ts';
import { confirm } from '../parts/confirmation.tsx';
import { showFailure, showSuccess } from '../parts/toasts.tsx';
import { useAction } from '../parts/use-action.ts';
import { useSession } from '../session/session.ts';
import type { ListedBot } from './listed-bot.ts';
import type { NamedFolder } from './use-folders.ts';

export type FolderActions = ReturnType<typeof useFolderActions>;

/** Actions on folders, and what puts bots into them. */
export function useFolderActions({
  folders,
  onBotMoved,
  onDeleted,
}: {
  folders: readonly NamedFolder[];
  onBotMoved: (bot: ListedBot, folderId: string | null) => void;
  onDeleted: () => void;
}) {
  const { client, workspace } = useSession();
  const [, navigate] = useLocation();
  const workspaceId = workspace.id;
  const reload = () => reloadAll(`folders:${workspaceId}`);
  const describeTarget = (folderId: string | null) => {
    const name = folders.find(({ id }) => id === folderId)?.name;
    return name === undefined ? 'in no folder' : `in “${name}”`;
  };

  // Several things can be dragged while one is still being moved.
  const moveBot = (bot: ListedBot, folderId: string | null) =>
    runMove('The bot was not moved.', async () => {
      if (bot.folderId === folderId) return;
      await client.updateBot({ params: { botId: bot.id }, body: { bot: { folderId } } });
      reloadAll(`bot:${bot.id}`);
      onBotMoved(bot, folderId);
      showSuccess(`“${bot.name}” is now ${describeTarget(folderId)}.`);
    });

  const moveFolder = (folder: NamedFolder, parentFolderId: string | null) =>
    runMove('The folder was not moved.', async () => {
      if (folder.id === parentFolderId || folder.parentFolderId === parentFolderId) return;
      const body = { workspaceId, folder: { parentFolderId } };
      await client.updateFolder({ params: { folderId: folder.id }, body });
      reload();
      showSuccess(`“${folder.name}” is now ${describeTarget(parentFolderId)}.`);
    });

  const [remove] = useAction('The folder was not deleted.', async (folder: NamedFolder) => {
    const isConfirmed = await confirm({
      title: `Delete “${folder.name}”?`,
      text: `Its bots and folders will be ${describeTarget(folder.parentFolderId)}.`,
      action: 'Delete',
      isDangerous: true,
    });
    if (!isConfirmed) return;
    await client.deleteFolder({ params: { folderId: folder.id }, body: { workspaceId } });
    navigate(folder.parentFolderId === null ? '/' : `/?folder=${folder.parentFolderId}`);
    reload();
    onDeleted();
    showSuccess(`“${folder.name}” is deleted.`);
  });

  return { moveBot, moveFolder, remove };
}

async function runMove(failure: string, move: () => Promise<void>): Promise<void> {
  try {
    await move();
  } catch (error) {
    showFailure(failure, error);
  }
}
