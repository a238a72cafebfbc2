import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import type { BotTemplate } from '#apps/templates/bot-templates.ts';
import { lazyPage } from '../layout/lazy-page.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { useAction } from '../parts/use-action.ts';
import { useSession } from '../session/session.ts';

const TemplateGallery = lazyPage(() =>
  import('./template-gallery.tsx').then(({ TemplateGallery }) => TemplateGallery),
);

/** Creates a bot in the folder that is shown, empty or from a template. */
export function NewBotDialog({ folderId, onClose }: { folderId: string | undefined; onClose: () => void }) {
  const { client, workspace } = useSession();
  const [, navigate] = useLocation();
  const [template, setTemplate] = useState<BotTemplate>();
  /** Undefined until a name is typed. */
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<string>();
  const [key, setKey] = useState(() => crypto.randomUUID());
  const name = typed ?? template?.name ?? '';

  // Another body under the same key would be refused.
  const endAttempt = () => {
    setKey(crypto.randomUUID());
    setError(undefined);
  };

  const [create, isBusy] = useAction('The bot was not created.', async () => {
    if (name.trim() === '') return setError('Enter a name.');
    const { bot } = await client.createBot({
      headers: { 'idempotency-key': key },
      body: {
        workspaceId: workspace.id,
        bot: { ...(await template?.load()), name: name.trim(), ...(folderId && { folderId }) },
      },
    });
    onClose();
    navigate(`/bots/${encodeURIComponent(bot.id)}?panel=edit`);
  });

  return (
    <Dialog
      title="New bot"
      onClose={onClose}
      onSubmit={create}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" isBusy={isBusy}>
            Create
          </Button>
        </>
      }
    >
      <div class="new-bot">
        <Field
          label="Name"
          value={name}
          error={error}
          note={template?.firstSteps}
          autofocus
          autocomplete="off"
          maxLength={250}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value);
            endAttempt();
          }}
        />
        <TemplateGallery
          chosen={template}
          onChoose={(chosen) => {
            setTemplate(chosen);
            endAttempt();
          }}
        />
      </div>
    </Dialog>
  );
}
