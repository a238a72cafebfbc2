import { useState } from 'preact/hooks';
import { usePages } from '../data/use-pages.ts';
import { AdminsOnly } from '../layout/admins-only.tsx';
import { Page } from '../layout/page.tsx';
import { Button } from '../parts/button.tsx';
import { confirm } from '../parts/confirmation.tsx';
import { type ListColumn, ListTable } from '../parts/list-table.tsx';
import { PagedCard } from '../parts/paged-card.tsx';
import { EmptyState } from '../parts/states.tsx';
import { Time } from '../parts/time.tsx';
import { showSuccess } from '../parts/toasts.tsx';
import { useAction } from '../parts/use-action.ts';
import { useSession } from '../session/session.ts';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { explainRemoval, isSamePerson } from './same-person.ts';
import { type ListedToken, TokenStateTag, toTokenState } from './token-state.tsx';

const COLUMNS: readonly ListColumn[] = [
  { name: 'Name', skeletonWidth: '60%' },
  { name: 'Role', skeletonWidth: '50px' },
  { name: 'State', skeletonWidth: '60px' },
  { name: 'Created', skeletonWidth: '80px' },
  { name: 'Expires', skeletonWidth: '80px' },
  { name: 'Last used', skeletonWidth: '70px' },
  { name: 'Actions', isNameHidden: true, skeletonWidth: '60px' },
];

/** `/tokens`: the tokens of the workspace. */
export function TokensPage() {
  return (
    <AdminsOnly title="Tokens">
      <TokenList />
    </AdminsOnly>
  );
}

function TokenList() {
  const { client, workspace } = useSession();
  const [isNew, setNew] = useState(false);
  const pages = usePages<ListedToken>(`tokens:${workspace.id}`, async (cursor, signal) => {
    const { tokens, nextCursor } = await client.listTokens({
      params: { workspaceId: workspace.id },
      query: { cursor },
      signal,
    });
    return { items: tokens, nextCursor };
  });

  return (
    <Page
      title="Tokens"
      actions={
        <Button look="primary" icon="plus" onClick={() => setNew(true)}>
          New token
        </Button>
      }
    >
      <PagedCard
        pages={pages}
        failure="The tokens could not be loaded."
        empty={<EmptyState title="There are no tokens" />}
      >
        <ListTable
          label="Tokens"
          columns={COLUMNS}
          items={pages.items}
          row={(token) => (
            <TokenRow
              key={token.id}
              token={token}
              onRevoked={() =>
                pages.change((tokens) =>
                  tokens.map((one) =>
                    isSamePerson(one, token) ? { ...one, revokedAt: new Date().toISOString() } : one,
                  ),
                )
              }
            />
          )}
        />
      </PagedCard>
      {isNew && (
        <NewTokenDialog
          onCreated={(token) => pages.change((tokens) => [token, ...tokens])}
          onClose={() => setNew(false)}
        />
      )}
    </Page>
  );
}

function TokenRow({ token, onRevoked }: { token: ListedToken; onRevoked: () => void }) {
  const { client, workspace, token: ownToken } = useSession();
  const isOwn = token.id === ownToken.id;
  const state = toTokenState(token);
  const [revoke, isBusy] = useAction('The token was not revoked.', async () => {
    const isConfirmed = await confirm({
      title: `Revoke “${token.name}”?`,
      text: token.signIn
        ? explainRemoval(token, isSamePerson(token, ownToken))
        : isOwn
          ? 'This is the token that you are signed in with. It stops working within a minute, and you will have to sign in with another one.'
          : 'It stops working within a minute. This cannot be undone.',
      action: 'Revoke',
      isDangerous: true,
    });
    if (!isConfirmed) return;
    await client.revokeToken({ params: { workspaceId: workspace.id, tokenId: token.id } });
    onRevoked();
    showSuccess(`“${token.name}” is revoked.`);
  });
  return (
    <tr>
      <td>
        {token.name} {isOwn && <span class="tag">Yours</span>}
        {(token.invitation ?? token.signIn) && <span class="tag">Person</span>}
      </td>
      <td>{token.role}</td>
      <td>
        <TokenStateTag state={state} />
      </td>
      <td class="soft">
        <Time at={token.createdAt} />
      </td>
      <td class="soft">{token.expiresAt ? <Time at={token.expiresAt} /> : 'Never'}</td>
      {/* A day, because that is all that is stored. */}
      <td class="soft numbers">{token.lastUsedOn ?? 'Never'}</td>
      <td class="row-actions">
        {state === 'valid' && (
          <Button isBusy={isBusy} label={`Revoke ${token.name}`} onClick={revoke}>
            Revoke
          </Button>
        )}
      </td>
    </tr>
  );
}
