import { useState } from 'preact/hooks';
import type { OperationData } from '#apps/client/client.ts';
import type { Role } from '#lib/platform/auth/role.ts';
import { Button } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { useAction } from '../parts/use-action.ts';
import { useSession } from '../session/session.ts';
import { RoleField } from './role-field.tsx';

export type ListedInvitation = OperationData<'listInvitations'>['invitations'][number];

/** Invites a person, then shows the link, once. */
export function InviteDialog(props: {
  onInvited: (invitation: ListedInvitation) => void;
  onClose: () => void;
}) {
  const { onInvited, onClose } = props;
  const { client, workspace } = useSession();
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const [role, setRole] = useState<Role>('editor');
  const [link, setLink] = useState<string>();

  const [invite, isBusy] = useAction('Nobody was invited.', async () => {
    if (name.trim() === '') return setError('Enter a name or an address.');
    const { invitation, path } = await client.createInvitation({
      params: { workspaceId: workspace.id },
      body: { name: name.trim(), role },
    });
    onInvited(invitation);
    setLink(location.origin + path);
  });

  if (link !== undefined) {
    return (
      <Dialog
        title={`Invitation for “${name.trim()}”`}
        onClose={onClose}
        foot={
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <p>
          Send this link to that person alone: whoever accepts it first gets the access. It works once, for 7
          days, and is shown only now.
        </p>
        <div class="copy-line">
          <input class="input" readOnly aria-label="Link" value={link} />
          <CopyButton text={link} />
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog
      title="Invite a person"
      onClose={onClose}
      onSubmit={invite}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" isBusy={isBusy}>
            Create the link
          </Button>
        </>
      }
    >
      <Field
        label="Name or e-mail address"
        value={name}
        error={error}
        autofocus
        autocomplete="off"
        maxLength={100}
        note="So that you recognise the invitation. Nothing is sent: you pass on the link."
        onInput={({ currentTarget }) => {
          setName(currentTarget.value);
          setError(undefined);
        }}
      />
      <RoleField role={role} onChoose={setRole} />
    </Dialog>
  );
}
