import { useState } from 'preact/hooks';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import type { useBotActions } from '../bots/bot-actions.ts';
import type { OpenBot } from '../bots/bot-context.ts';
import { SeverityIcon } from '../bots/severity-icon.tsx';
import { Button } from '../parts/button.tsx';
import { confirm } from '../parts/confirmation.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Menu, type MenuItem } from '../parts/menu.tsx';
import { showSuccess } from '../parts/toasts.tsx';
import { useAction } from '../parts/use-action.ts';
import { useRole, useSession } from '../session/session.ts';

/** How many issues the question before publishing names. */
const MAX_ISSUES = 5;

type Props = {
  open: OpenBot;
  actions: ReturnType<typeof useBotActions>;
};

/** Actions on the bot that is open. */
export function PublishButtons({ open, actions }: Props) {
  const { client } = useSession();
  const canEdit = useRole('editor');
  const { bot, publication, address, reload } = open;
  const [errors, setErrors] = useState<readonly FlowIssue[]>();
  const params = { botId: bot.id };
  const isPublic = publication?.state === 'published' || publication?.state === 'changed';
  const canPublish = publication?.state === 'draft' || publication?.state === 'changed';

  const [publish, isPublishing] = useAction('The bot was not published.', async () => {
    setErrors(undefined);
    const { release } = await client.publishBot({
      params,
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
    showSuccess(`“${bot.name}” is published as release ${release}.`);
    reload();
  });
  const [check, isChecking] = useAction('The bot was not published.', async () => {
    const { issues } = await client.publishBot({ params, query: { dryRun: 'true' } });
    const found = issues?.filter(({ severity }) => severity === 'error') ?? [];
    if (found.length === 0) publish();
    else setErrors(found);
  });
  const [unpublish] = useAction('The bot was not unpublished.', async () => {
    const isConfirmed = await confirm({
      title: `Unpublish “${bot.name}”?`,
      text: `Nobody can start a chat at /${bot.publicId ?? ''} until you publish it again. Chats that are running go on, and the address stays the bot's.`,
      action: 'Unpublish',
      isDangerous: true,
    });
    if (!isConfirmed) return;
    await client.unpublishBot({ params });
    showSuccess(`“${bot.name}” is no longer public.`);
    reload();
  });

  const items: MenuItem[] = [
    ...(canEdit && isPublic ? [{ label: 'Unpublish', onChoose: unpublish }] : []),
    ...(canEdit ? [{ label: 'Duplicate', onChoose: () => actions.duplicate(bot) }] : []),
    { label: 'Download as a file', onChoose: () => download(bot) },
    ...(canEdit && bot.isArchived ? [{ label: 'Restore', onChoose: () => actions.restore(bot) }] : []),
    ...(canEdit && !bot.isArchived
      ? [{ label: 'Archive', isDangerous: true, onChoose: () => actions.archive(bot) }]
      : []),
  ];
  return (
    <div class="page-actions">
      {address && <CopyButton text={address}>Copy link</CopyButton>}
      {canEdit && canPublish && (
        <Button look="primary" isBusy={isPublishing || isChecking} onClick={check}>
          {publication?.state === 'changed' ? 'Publish changes' : 'Publish'}
        </Button>
      )}
      {canEdit && bot.isArchived && (
        <Button look="primary" onClick={() => actions.restore(bot)}>
          Restore
        </Button>
      )}
      <Menu label="More actions" items={items} />
      {errors && (
        <PublishAnywayDialog
          botName={bot.name}
          errors={errors}
          isPublishing={isPublishing}
          onPublish={publish}
          onClose={() => setErrors(undefined)}
        />
      )}
    </div>
  );
}

function PublishAnywayDialog(props: {
  botName: string;
  errors: readonly FlowIssue[];
  isPublishing: boolean;
  onPublish: () => void;
  onClose: () => void;
}) {
  const { botName, errors, isPublishing, onPublish, onClose } = props;
  return (
    <Dialog
      title={`Publish “${botName}” with errors?`}
      onClose={onClose}
      onSubmit={onPublish}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" isBusy={isPublishing}>
            Publish anyway
          </Button>
        </>
      }
    >
      <p>A chat that reaches one of these places stops there.</p>
      <ul class="notes">
        {errors.slice(0, MAX_ISSUES).map((issue) => (
          <li key={issue.path + issue.code}>
            <SeverityIcon severity={issue.severity} />
            <span>{issue.message}</span>
          </li>
        ))}
        {errors.length > MAX_ISSUES && <li class="soft">and {errors.length - MAX_ISSUES} more</li>}
      </ul>
    </Dialog>
  );
}

function download(bot: OpenBot['bot']): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(bot, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${bot.name.replaceAll(/[^\p{L}\p{N} _-]+/gu, '-').trim() || 'bot'}.json`;
  link.click();
  URL.revokeObjectURL(url);
}
