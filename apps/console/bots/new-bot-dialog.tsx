import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { useAction } from '../parts/use-action.ts';
import { useSession } from '../session/session.ts';

/** Creates an empty bot, in the folder that is shown. */
export function NewBotDialog({ folderId, onClose }: { folderId: string | undefined; onClose: () => void }) {
  const { client, workspace } = useSession();
  const [, navigate] = useLocation();
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const [key] = useState(() => crypto.randomUUID());

  const [create, isBusy] = useAction('The bot was not created.', async () => {
    if (name.trim() === '') return setError('Enter a name.');
    const { bot } = await client.createBot({
      headers: { 'idempotency-key': key },
      body: { workspaceId: workspace.id, bot: { name: name.trim(), ...(folderId && { folderId }) } },
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
      <p class="soft">The new bot is empty. Build it on the page that opens, or import a file there.</p>
      <Field
        label="Name"
        value={name}
        error={error}
        autofocus
        autocomplete="off"
        maxLength={250}
        onInput={({ currentTarget }) => {
          setName(currentTarget.value);
          setError(undefined);
        }}
      />
    </Dialog>
  );
}
