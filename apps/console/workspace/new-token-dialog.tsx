import { useState } from 'preact/hooks';
import type { Role } from '#lib/platform/auth/role.ts';
import { Button } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { useAction } from '../parts/use-action.ts';
import { useSession } from '../session/session.ts';
import { RoleField } from './role-field.tsx';
import type { ListedToken } from './token-state.tsx';

const LIFETIMES: readonly { days: number | null; label: string }[] = [
  { days: 7, label: '7 days' },
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 365, label: 'A year' },
  { days: null, label: 'Never' },
];

/** Creates a token, then shows it, once. */
export function NewTokenDialog(props: { onCreated: (token: ListedToken) => void; onClose: () => void }) {
  const { onCreated, onClose } = props;
  const { client, workspace } = useSession();
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const [role, setRole] = useState<Role>('viewer');
  const [expiresInDays, setLifetime] = useState<number | null>(90);
  const [secret, setSecret] = useState<string>();

  const [create, isBusy] = useAction('The token was not created.', async () => {
    if (name.trim() === '') return setError('Enter a name.');
    const { token: created } = await client.createToken({
      params: { workspaceId: workspace.id },
      body: { name: name.trim(), role, expiresInDays },
    });
    const { token, ...listed } = created;
    onCreated({ ...listed, revokedAt: null, lastUsedOn: null });
    setSecret(token);
  });

  if (secret !== undefined) {
    return (
      <Dialog
        title={`Token “${name.trim()}”`}
        onClose={onClose}
        foot={
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <p>Copy the token now. It is shown only this once: the service keeps no more than its hash.</p>
        <div class="copy-line">
          <input class="input" readOnly aria-label="Token" value={secret} />
          <CopyButton text={secret} />
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog
      title="New token"
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
      <Field
        label="Name"
        value={name}
        error={error}
        autofocus
        autocomplete="off"
        maxLength={100}
        note="Says where the token is used, so that you know what stops when you revoke it."
        onInput={({ currentTarget }) => {
          setName(currentTarget.value);
          setError(undefined);
        }}
      />
      <RoleField role={role} onChoose={setRole} />
      <label class="field">
        <span class="field-label">Expires</span>
        <select
          class="input"
          value={String(expiresInDays)}
          onChange={({ currentTarget }) =>
            setLifetime(currentTarget.value === 'null' ? null : Number(currentTarget.value))
          }
        >
          {LIFETIMES.map(({ days, label }) => (
            <option key={label} value={String(days)}>
              {days === null ? label : `In ${label.toLowerCase()}`}
            </option>
          ))}
        </select>
      </label>
    </Dialog>
  );
}
