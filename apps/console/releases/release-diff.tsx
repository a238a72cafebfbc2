import { useBot } from '../bots/bot-context.ts';
import { countDifferences } from '../bots/bot-publication.ts';
import { useLoad } from '../data/use-load.ts';
import { Dialog } from '../parts/dialog.tsx';
import { SkeletonLines } from '../parts/skeleton.tsx';
import { EmptyState, ErrorState } from '../parts/states.tsx';
import { useSession } from '../session/session.ts';

const LISTS = [
  ['groups', 'Groups'],
  ['blocks', 'Blocks'],
  ['variables', 'Variables'],
  ['events', 'Events'],
  ['edges', 'Connections'],
] as const;

/** How many differences of a list are named. */
const MAX_SHOWN = 50;

/** Changes from a release to the draft. */
export function ReleaseDiff({ release, onClose }: { release: number; onClose: () => void }) {
  const { client } = useSession();
  const { bot } = useBot();
  const loaded = useLoad(`bot:${bot.id}:diff:${release}:${bot.updatedAt}`, async (signal) => {
    const { diff } = await client.diffBot({
      params: { botId: bot.id },
      query: { from: String(release), to: 'draft' },
      signal,
    });
    return diff;
  });
  const titles = new Map(bot.groups.map(({ id, title }) => [id, title]));
  const diff = loaded.data;
  return (
    <Dialog title={`From release ${release} to the draft`} onClose={onClose}>
      {loaded.error !== undefined && (
        <ErrorState title="The comparison failed." error={loaded.error} onRetry={loaded.reload} />
      )}
      {loaded.isLoading && !diff && <SkeletonLines />}
      {diff && countDifferences(diff) === 0 && (
        <EmptyState title="No differences">The draft is the same as release {release}.</EmptyState>
      )}
      {diff && diff.fields.length > 0 && (
        <section class="diff">
          <h3>Settings of the bot</h3>
          <ul>
            {diff.fields.map((field) => (
              <li key={field}>
                <Sign kind="changed" /> <span>{field}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {diff &&
        LISTS.map(([list, heading]) => {
          const entries = [
            ...diff[list].added.map((entry) => ({ ...entry, kind: 'added' as const, changes: [] })),
            ...diff[list].removed.map((entry) => ({ ...entry, kind: 'removed' as const, changes: [] })),
            ...diff[list].changed.map((entry) => ({ ...entry, kind: 'changed' as const })),
          ];
          if (entries.length === 0) return null;
          return (
            <section class="diff" key={list}>
              <h3>
                {heading} <span class="soft numbers">{entries.length}</span>
              </h3>
              <ul>
                {entries.slice(0, MAX_SHOWN).map(({ id, label, groupId, kind, changes }) => (
                  <li key={kind + id}>
                    <Sign kind={kind} />{' '}
                    <span>
                      {label || <code>{id}</code>}
                      {groupId !== undefined && list !== 'groups' && (
                        <span class="soft"> in {titles.get(groupId) || groupId}</span>
                      )}
                      {changes.length > 0 && <span class="soft"> ({changes.join(', ')})</span>}
                    </span>
                  </li>
                ))}
              </ul>
              {entries.length > MAX_SHOWN && <p class="soft">and {entries.length - MAX_SHOWN} more</p>}
            </section>
          );
        })}
      {diff && !diff.isComplete && <p class="soft">There are more differences than one response can hold.</p>}
    </Dialog>
  );
}

const SIGNS = { added: '+', removed: '−', changed: '±' };

function Sign({ kind }: { kind: keyof typeof SIGNS }) {
  return (
    <span class={`diff-sign ${kind}`} title={kind}>
      {SIGNS[kind]}
      <span class="visually-hidden">{kind}</span>
    </span>
  );
}
