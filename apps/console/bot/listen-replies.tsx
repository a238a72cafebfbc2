import { WEBHOOK_LISTENER } from '#lib/blocks/logic/webhook-listener.ts';
import { type Bot, useBot } from '../bots/bot-context.ts';
import { Segments } from '../parts/segments.tsx';
import { showSuccess } from '../parts/toasts.tsx';
import { useAction } from '../parts/use-action.ts';
import { useRole, useSession } from '../session/session.ts';

type Replies = Bot['webhookReplies'];

const LABELS: Record<Replies, string> = { text: 'Text', data: 'Data of the webhook' };

const NOTES: Record<Replies, string> = {
  text: 'A reply lets the chat go on, and the variables of the block are empty. Ask the service with an HTTP block.',
  data: 'Whoever chats can send data in the name of the webhook, such as that an invoice is paid.',
};

/** The bot's `webhookReplies`, beside what the check says of its Listen blocks. Nothing without such a block. */
export function ListenReplies() {
  const { client } = useSession();
  const { bot, reload } = useBot();
  const canEdit = useRole('editor') && !bot.isArchived;
  const { webhookReplies } = bot;

  const [set] = useAction('The replies were not changed.', async (wanted: Replies) => {
    if (wanted === webhookReplies) return;
    await client.updateBot({ params: { botId: bot.id }, body: { bot: { webhookReplies: wanted } } });
    showSuccess('It counts for chats that begin from now on.');
    reload();
  });

  if (!hasListenBlock(bot)) return null;
  return (
    <section class="webhook-replies" aria-label="Replies to Listen blocks">
      <span class="issue-place">Replies to Listen blocks</span>
      {canEdit ? (
        <Segments
          label="Replies to Listen blocks"
          value={webhookReplies}
          options={[
            { value: 'text', label: LABELS.text },
            { value: 'data', label: LABELS.data },
          ]}
          onChoose={set}
        />
      ) : (
        <span>{LABELS[webhookReplies]}</span>
      )}
      <span class="soft">{NOTES[webhookReplies]}</span>
    </section>
  );
}

function hasListenBlock({ groups }: Bot): boolean {
  return groups.some(({ blocks }) =>
    blocks.some((block) => (block as { type?: unknown } | null)?.type === WEBHOOK_LISTENER.type),
  );
}
