import { Link } from 'wouter-preact';
import { BotLink } from '../bots/bot-link.tsx';
import { useBotNames } from '../bots/use-bot-names.ts';
import { useAddressQuery } from '../data/use-address-query.ts';
import { usePages } from '../data/use-pages.ts';
import { AdminsOnly } from '../layout/admins-only.tsx';
import { Page } from '../layout/page.tsx';
import { Button } from '../parts/button.tsx';
import { type ListColumn, ListTable } from '../parts/list-table.tsx';
import { PagedCard } from '../parts/paged-card.tsx';
import { EmptyState } from '../parts/states.tsx';
import { Time } from '../parts/time.tsx';
import { useSession } from '../session/session.ts';
import { type AuditEntry, describeAction } from './describe-action.ts';

const COLUMNS: readonly ListColumn[] = [
  { name: 'When', skeletonWidth: '80px' },
  { name: 'Who', skeletonWidth: '50%' },
  { name: 'What', skeletonWidth: '60%' },
  { name: 'From', skeletonWidth: '100px' },
];

/** `/audit`: who changed what, newest first. The query is `bot`, the id of one bot. */
export function AuditPage() {
  return (
    <AdminsOnly title="Audit">
      <AuditList />
    </AdminsOnly>
  );
}

function AuditList() {
  const { client, workspace } = useSession();
  const query = useAddressQuery();
  const botId = query.get('bot');
  const pages = usePages<AuditEntry>(`audit:${workspace.id}:${botId}`, async (cursor, signal) => {
    const { entries, nextCursor } = await client.listAuditEntries({
      params: { workspaceId: workspace.id },
      query: { cursor, botId: botId || undefined },
      signal,
    });
    return { items: entries, nextCursor };
  });
  const names = useBotNames(
    client,
    workspace.id,
    (pages.items ?? []).flatMap((entry) => entry.botId ?? []),
  );
  return (
    <Page title="Audit">
      {botId && (
        <p class="filter-line">
          Only changes of{' '}
          <Link href={`/bots/${encodeURIComponent(botId)}`}>{names.get(botId) || 'one bot'}</Link>{' '}
          <Button onClick={() => query.set({ bot: '' })}>Show all changes</Button>
        </p>
      )}
      <PagedCard
        pages={pages}
        failure="The changes could not be loaded."
        empty={
          <EmptyState title="Nothing has been changed yet">
            Every change of a bot, a result or a token leaves an entry here: who, what, when and from where.
          </EmptyState>
        }
      >
        <ListTable
          label="Changes"
          columns={COLUMNS}
          items={pages.items}
          row={(entry) => (
            <tr key={entry.id}>
              <td class="soft">
                <Time at={entry.at} />
              </td>
              <td>
                {entry.actor.type === 'operator'
                  ? 'The operator'
                  : (entry.actor.tokenName ?? entry.actor.tokenId)}
              </td>
              <td>
                {describeAction(entry)}
                {entry.botId && (
                  <>
                    {' '}
                    <BotLink botId={entry.botId} name={names.get(entry.botId)} />
                  </>
                )}
              </td>
              <td class="soft numbers">{entry.sourceIp ?? ''}</td>
            </tr>
          )}
        />
      </PagedCard>
    </Page>
  );
}
