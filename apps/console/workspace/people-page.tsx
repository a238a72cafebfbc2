import { useState } from 'preact/hooks';
import { useLoad } from '../data/use-load.ts';
import { usePages } from '../data/use-pages.ts';
import { AdminsOnly } from '../layout/admins-only.tsx';
import { Page } from '../layout/page.tsx';
import { Button } from '../parts/button.tsx';
import { confirm } from '../parts/confirmation.tsx';
import { type ListColumn, ListTable } from '../parts/list-table.tsx';
import { PagedCard } from '../parts/paged-card.tsx';
import { EmptyState, ErrorState } from '../parts/states.tsx';
import { formatTime, Time } from '../parts/time.tsx';
import { showSuccess } from '../parts/toasts.tsx';
import { useAction } from '../parts/use-action.ts';
import { useSession } from '../session/session.ts';
import { InviteDialog, type ListedInvitation } from './invite-dialog.tsx';
import { explainRemoval, isSamePerson } from './same-person.ts';
import { type ListedToken, toTokenState } from './token-state.tsx';

const PEOPLE_COLUMNS: readonly ListColumn[] = [
  { name: 'Name', skeletonWidth: '60%' },
  { name: 'Invited as', skeletonWidth: '60%' },
  { name: 'Role', skeletonWidth: '50px' },
  { name: 'Joined', skeletonWidth: '80px' },
  { name: 'Last used', skeletonWidth: '70px' },
  { name: 'Actions', isNameHidden: true, skeletonWidth: '60px' },
];

const INVITATION_COLUMNS: readonly ListColumn[] = [
  { name: 'For', skeletonWidth: '60%' },
  { name: 'Role', skeletonWidth: '50px' },
  { name: 'Invited by', skeletonWidth: '60%' },
  { name: 'Created', skeletonWidth: '80px' },
  { name: 'Expires', skeletonWidth: '80px' },
  { name: 'Actions', isNameHidden: true, skeletonWidth: '60px' },
];

/** `/people`: the people of the workspace, and those who are invited. */
export function PeoplePage() {
  return (
    <AdminsOnly title="People">
      <People />
    </AdminsOnly>
  );
}

function People() {
  const { client, workspace } = useSession();
  const [isNew, setNew] = useState(false);
  const invitations = useLoad(`invitations:${workspace.id}`, async (signal) => {
    const response = await client.listInvitations({ params: { workspaceId: workspace.id }, signal });
    return response.invitations;
  });
  const openDialog = () => setNew(true);
  return (
    <Page
      title="People"
      actions={
        <Button look="primary" icon="plus" onClick={openDialog}>
          Invite a person
        </Button>
      }
    >
      <InvitationList
        invitations={invitations.data}
        error={invitations.error}
        onRetry={invitations.reload}
        onRevoked={(id) => invitations.set((invitations.data ?? []).filter((one) => one.id !== id))}
      />
      <PersonList />
      {isNew && (
        <InviteDialog
          onInvited={(invitation) => invitations.set([invitation, ...(invitations.data ?? [])])}
          onClose={() => setNew(false)}
        />
      )}
    </Page>
  );
}

/** The pending invitations. Nothing at all if there are none. */
function InvitationList(props: {
  invitations: readonly ListedInvitation[] | undefined;
  error: unknown;
  onRetry: () => void;
  onRevoked: (id: string) => void;
}) {
  const { invitations, error, onRetry, onRevoked } = props;
  const hasFailed = error !== undefined && invitations === undefined;
  if (!hasFailed && !invitations?.length) return null;
  return (
    <section class="people-section">
      <h2>Pending invitations</h2>
      <div class="card">
        {hasFailed ? (
          <ErrorState title="The invitations could not be loaded." error={error} onRetry={onRetry} />
        ) : (
          <ListTable
            label="Pending invitations"
            columns={INVITATION_COLUMNS}
            items={invitations}
            row={(invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} onRevoked={onRevoked} />
            )}
          />
        )}
      </div>
    </section>
  );
}

function InvitationRow(props: { invitation: ListedInvitation; onRevoked: (id: string) => void }) {
  const { invitation, onRevoked } = props;
  const { id, name, role, createdBy, createdAt, expiresAt } = invitation;
  const { client, workspace } = useSession();
  const [revoke, isBusy] = useAction('The invitation was not revoked.', async () => {
    const isConfirmed = await confirm({
      title: `Revoke the invitation for “${name}”?`,
      text: 'Its link stops working at once.',
      action: 'Revoke',
      isDangerous: true,
    });
    if (!isConfirmed) return;
    await client.revokeInvitation({ params: { workspaceId: workspace.id, invitationId: id } });
    onRevoked(id);
    showSuccess(`The invitation for “${name}” is revoked.`);
  });
  return (
    <tr>
      <td>{name}</td>
      <td>{role}</td>
      <td>{createdBy.tokenName}</td>
      <td class="soft">
        <Time at={createdAt} />
      </td>
      <td class="soft">{formatTime(expiresAt)}</td>
      <td class="row-actions">
        <Button isBusy={isBusy} label={`Revoke the invitation for ${name}`} onClick={revoke}>
          Revoke
        </Button>
      </td>
    </tr>
  );
}

/** The people with a valid personal token. Other tokens are on their own page. */
function PersonList() {
  const { client, workspace } = useSession();
  const pages = usePages<ListedToken>(`people:${workspace.id}`, async (cursor, signal) => {
    const { tokens, nextCursor } = await client.listTokens({
      params: { workspaceId: workspace.id },
      query: { cursor, limit: '100' },
      signal,
    });
    return { items: tokens.filter(isPerson), nextCursor };
  });
  return (
    <section class="people-section">
      <h2>People with access</h2>
      <PagedCard
        pages={pages}
        failure="The people could not be loaded."
        empty={
          <EmptyState title="Nobody has joined yet">
            Whoever accepts an invitation is listed here. Programs and their tokens are under Tokens.
          </EmptyState>
        }
      >
        <ListTable
          label="People with access"
          columns={PEOPLE_COLUMNS}
          items={pages.items}
          row={(person) => (
            <PersonRow
              key={person.id}
              person={person}
              onRemoved={(removed) =>
                pages.change((people) => people.filter((one) => !isSamePerson(one, removed)))
              }
            />
          )}
        />
      </PagedCard>
    </section>
  );
}

function isPerson(token: ListedToken): boolean {
  return (token.invitation ?? token.signIn) !== undefined && toTokenState(token) === 'valid';
}

function PersonRow(props: { person: ListedToken; onRemoved: (person: ListedToken) => void }) {
  const { person, onRemoved } = props;
  const { client, workspace, token: ownToken } = useSession();
  const { id, name, role, createdAt, lastUsedOn, invitation, signIn } = person;
  const isOwn = id === ownToken.id;
  const [remove, isBusy] = useAction('The access was not removed.', async () => {
    const isConfirmed = await confirm({
      title: `Remove the access of “${name}”?`,
      text: explainRemoval(person, isSamePerson(person, ownToken)),
      action: 'Remove',
      isDangerous: true,
    });
    if (!isConfirmed) return;
    await client.revokeToken({ params: { workspaceId: workspace.id, tokenId: id } });
    onRemoved(person);
    showSuccess(`“${name}” has no access any more.`);
  });
  return (
    <tr>
      <td>
        {name} {isOwn && <span class="tag">You</span>}
        {signIn && <div class="soft">{signIn.account}</div>}
      </td>
      <td class="soft">{invitation?.name}</td>
      <td>{role}</td>
      <td class="soft">
        <Time at={createdAt} />
      </td>
      <td class="soft numbers">{lastUsedOn ?? 'Never'}</td>
      <td class="row-actions">
        <Button isBusy={isBusy} label={`Remove ${name}`} onClick={remove}>
          Remove
        </Button>
      </td>
    </tr>
  );
}
