import { useLocation } from 'wouter-preact';
import { reloadAll } from '../data/loaded.ts';
import { confirm } from '../parts/confirmation.tsx';
import { showSuccess } from '../parts/toasts.tsx';
import { useAction } from '../parts/use-action.ts';
import { useSession } from '../session/session.ts';

type Named = { id: string; name: string };

/** Actions on a bot as a whole, on its row and on its page. */
export function useBotActions({ onGone }: { onGone: (bot: Named) => void }) {
  const { client } = useSession();
  const [, navigate] = useLocation();

  const [archive] = useAction('The bot was not archived.', async (bot: Named) => {
    const isConfirmed = await confirm({
      title: `Archive “${bot.name}”?`,
      text: 'Its public address stops working and becomes free for other bots. Results stay, and you can restore the bot.',
      action: 'Archive',
      isDangerous: true,
    });
    if (!isConfirmed) return;
    await client.deleteBot({ params: { botId: bot.id } });
    reloadAll(`bot:${bot.id}`);
    onGone(bot);
    showSuccess(`“${bot.name}” is archived.`);
  });

  const [restore] = useAction('The bot was not restored.', async (bot: Named) => {
    await client.restoreBot({ params: { botId: bot.id } });
    reloadAll(`bot:${bot.id}`);
    onGone(bot);
    showSuccess(`“${bot.name}” is restored. Publish it to give it an address again.`);
  });

  const [duplicate] = useAction('The bot was not duplicated.', async ({ id, name }: Named) => {
    const { bot } = await client.duplicateBot({
      params: { botId: id },
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
    showSuccess(`This is the copy of “${name}”.`);
    navigate(`/bots/${encodeURIComponent(bot.id)}`);
  });

  return { archive, restore, duplicate };
}
