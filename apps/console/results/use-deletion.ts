import { useLocation } from 'wouter-preact';
import { confirm } from '../parts/confirmation.tsx';
import { showSuccess } from '../parts/toasts.tsx';
import { useAction } from '../parts/use-action.ts';
import { useSession } from '../session/session.ts';

/** Deletes results of a bot, after asking. */
export function useDeletion(options: {
  botId: string;
  botName: string;
  /** Called with the ids of those that are gone. */
  onDeleted: (ids: ReadonlySet<string>) => void;
}) {
  const { botId, botName, onDeleted } = options;
  const { client, workspace } = useSession();
  const [, navigate] = useLocation();

  const [deleteNamed, isDeleting] = useAction('The results were not deleted.', async (ids: string[]) => {
    const what = ids.length === 1 ? 'this result' : `${ids.length} results`;
    const isConfirmed = await confirm({
      title: `Delete ${what} of “${botName}”?`,
      text: 'Answers and logs are gone for good, and chats that are still running end. Statistics stay as they are.',
      action: 'Delete',
      isDangerous: true,
    });
    if (!isConfirmed) return;
    // A request deletes as much as its time allows.
    for (let remaining = true; remaining; ) {
      ({ remaining } = await client.deleteResults({
        params: { botId },
        body: { resultIds: ids },
      }));
    }
    onDeleted(new Set(ids));
    showSuccess(ids.length === 1 ? 'The result is deleted.' : `${ids.length} results are deleted.`);
  });

  const [deleteAll, isStarting] = useAction('The deletion was not started.', async () => {
    const isConfirmed = await confirm({
      title: `Delete all results of “${botName}”?`,
      text: 'Every result that the bot has now is erased, with answers and logs, and chats that are running end. It cannot be undone. It runs as a job, which you can follow under Jobs.',
      action: 'Delete all',
      isDangerous: true,
      typed: botName,
    });
    if (!isConfirmed) return;
    await client.startJob({
      params: { workspaceId: workspace.id },
      headers: { 'idempotency-key': crypto.randomUUID() },
      body: { kind: 'deleteResults', botId, all: true },
    });
    navigate('/jobs');
  });

  return { deleteNamed, deleteAll, isBusy: isDeleting || isStarting };
}
