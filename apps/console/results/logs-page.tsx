import { Link } from 'wouter-preact';
import type { Client } from '#apps/client/client.ts';
import { mapConcurrently } from '#lib/platform/store/map-concurrently.ts';
import { useAddressQuery } from '../data/use-address-query.ts';
import { type ListPage, usePages } from '../data/use-pages.ts';
import { PagedCard } from '../parts/paged-card.tsx';
import { Segments } from '../parts/segments.tsx';
import { SkeletonLines } from '../parts/skeleton.tsx';
import { EmptyState } from '../parts/states.tsx';
import { useSession } from '../session/session.ts';
import { type LogLine, LogLines } from './log-lines.tsx';

/** Logs belong to results, so a page of logs is that of a few results. */
const RESULTS_PER_PAGE = 25;

/** Concurrent requests. All callers share the service's limit. */
const MAX_CONCURRENT = 5;

const LEVELS = [
  { value: '', label: 'Errors' },
  { value: 'all', label: 'All entries' },
] as const;

type Level = (typeof LEVELS)[number]['value'];

/** `/bots/{id}/logs`: what went wrong, newest conversation first. The query is `level`. */
export function LogsPage({ botId }: { botId: string }) {
  const { client } = useSession();
  const query = useAddressQuery();
  const level: Level = query.get('level') === 'all' ? 'all' : '';
  const pages = usePages<LogLine>(`logs:${botId}`, (cursor, signal) =>
    loadLogs(client, botId, cursor, signal),
  );
  const shown = pages.items?.filter(({ status }) => level === 'all' || status === 'error');
  return (
    <div class="logs-page">
      <div class="filter-line">
        <Segments
          label="Level"
          value={level}
          options={LEVELS}
          onChoose={(value) => query.set({ level: value }, { push: true })}
        />
        {pages.searched !== undefined && (
          <span class="soft">
            {pages.searched === 1
              ? 'Of the newest conversation'
              : `Of the newest ${pages.searched} conversations`}
          </span>
        )}
      </div>
      <PagedCard
        pages={{ ...pages, items: shown }}
        failure="The logs could not be loaded."
        empty={
          <EmptyState title={level === 'all' ? 'There are no log entries' : 'Nothing went wrong'}>
            Entries come from blocks that fail or warn, and from the pages in which the bot runs.
          </EmptyState>
        }
      >
        <div class="logs-body">
          {shown === undefined ? (
            <SkeletonLines />
          ) : shown.length === 0 ? (
            <p class="soft">No {level === 'all' ? 'entries' : 'errors'} in these conversations.</p>
          ) : (
            <LogLines
              logs={shown}
              after={({ resultId }) => (
                <Link
                  href={`/bots/${encodeURIComponent(botId)}/results?result=${encodeURIComponent(resultId)}`}
                >
                  Conversation
                </Link>
              )}
            />
          )}
        </div>
      </PagedCard>
    </div>
  );
}

/**
 * Loads the logs of a page of results.
 *
 * @throws ApiError
 */
async function loadLogs(
  client: Client,
  botId: string,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<ListPage<LogLine>> {
  const { results, nextCursor } = await client.listResults({
    params: { botId },
    query: { cursor, limit: String(RESULTS_PER_PAGE) },
    signal,
  });
  const logs = await mapConcurrently(
    results,
    MAX_CONCURRENT,
    async ({ id: resultId }) =>
      (await client.listResultLogs({ params: { botId, resultId }, signal })).logs as readonly LogLine[],
  );
  return {
    items: logs.flat(),
    nextCursor,
    searched: results.length,
  };
}
