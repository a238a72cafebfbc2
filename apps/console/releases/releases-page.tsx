import { useBot } from '../bots/bot-context.ts';
import { useAddressQuery } from '../data/use-address-query.ts';
import { usePages } from '../data/use-pages.ts';
import { Button } from '../parts/button.tsx';
import { confirm } from '../parts/confirmation.tsx';
import { SkeletonRows } from '../parts/skeleton.tsx';
import { EmptyState, ErrorState } from '../parts/states.tsx';
import { Time } from '../parts/time.tsx';
import { showSuccess } from '../parts/toasts.tsx';
import { useAction } from '../parts/use-action.ts';
import { useRole, useSession } from '../session/session.ts';
import { ReleaseDiff } from './release-diff.tsx';

/** `/bots/{id}/releases`: what was published when and by whom. The query is `diff`, the release that is compared. */
export function ReleasesPage() {
  const { client } = useSession();
  const { bot, publication, reload } = useBot();
  const canEdit = useRole('editor');
  const query = useAddressQuery();
  const compared = Number(query.get('diff')) || undefined;
  const pages = usePages(`bot:${bot.id}:releases`, async (cursor, signal) => {
    const { releases, nextCursor } = await client.listReleases({
      params: { botId: bot.id },
      query: { cursor },
      signal,
    });
    return { items: releases, nextCursor };
  });
  const [restore, isRestoring] = useAction('The release was not restored.', async (release: number) => {
    const isConfirmed = await confirm({
      title: `Make release ${release} the draft of “${bot.name}”?`,
      text: 'The whole draft is replaced, its name included. If it is not a release yet, it is kept as the next one. What is published stays.',
      action: 'Restore',
    });
    if (!isConfirmed) return;
    const { keptAsRelease } = await client.restoreRelease({
      params: { botId: bot.id, release: String(release) },
    });
    const kept = keptAsRelease === undefined ? '' : ` The draft before is kept as release ${keptAsRelease}.`;
    showSuccess(`Release ${release} is the draft.${kept}`);
    query.set({ diff: '' });
    reload();
  });

  if (pages.error !== undefined && pages.items === undefined) {
    return (
      <ErrorState title="The releases could not be loaded." error={pages.error} onRetry={pages.reload} />
    );
  }
  if (pages.items?.length === 0) {
    return (
      <div class="card">
        <EmptyState title="There are no releases yet">
          Each publication is kept as a release, which can be compared and restored. Publish the bot to make
          the first.
        </EmptyState>
      </div>
    );
  }
  return (
    <div class="card releases" aria-busy={pages.isLoading}>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Release</th>
            <th scope="col">Made</th>
            <th scope="col" class="release-by">
              By
            </th>
            <th scope="col">
              <span class="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {pages.items === undefined && <SkeletonRows rows={4} widths={['40px', '120px', '90px', '120px']} />}
          {pages.items?.map(({ release, createdAt, publishedAt, isPublished, createdBy }) => (
            <tr key={release} class={release === compared ? 'is-compared' : ''}>
              <td>
                <div class="release-name">
                  <span class="numbers">{release}</span>
                  {isPublished || release === publication?.release ? (
                    <span class="tag good">Published</span>
                  ) : (
                    publishedAt === null && (
                      <span class="tag" title="A draft that was kept when another one replaced it">
                        Kept draft
                      </span>
                    )
                  )}
                </div>
              </td>
              <td>
                <Time at={publishedAt ?? createdAt} />
              </td>
              <td class="soft release-by">{createdBy?.tokenName ?? 'unknown'}</td>
              <td>
                <div class="release-actions">
                  <Button
                    aria-expanded={release === compared}
                    onClick={() =>
                      query.set({ diff: release === compared ? '' : String(release) }, { push: true })
                    }
                  >
                    Compare
                  </Button>
                  {canEdit && !bot.isArchived && (
                    <Button isBusy={isRestoring} onClick={() => restore(release)}>
                      Restore
                    </Button>
                  )}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {pages.hasMore && (
        <div class="table-more">
          <Button isBusy={pages.isLoadingMore} onClick={pages.loadMore}>
            {pages.isLoadingMore ? 'Loading…' : 'Show more'}
          </Button>
        </div>
      )}
      {compared !== undefined && <ReleaseDiff release={compared} onClose={() => query.set({ diff: '' })} />}
    </div>
  );
}
