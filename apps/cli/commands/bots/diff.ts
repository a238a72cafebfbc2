import { Command } from 'commander';
import { defineBotAction, withBot } from '#apps/cli/service/bot-action.ts';
import { readList } from '#apps/cli/service/list-pages.ts';
import type { Client, OperationData } from '#apps/client/client.ts';
import { coloured } from '#apps/terminal/colour.ts';
import { oneLine } from '#apps/terminal/plain-text.ts';
import { DIFFED_LISTS } from '#lib/bots/flow/flow-diff.ts';

type Diff = OperationData<'diffBot'>['diff'];
type Entry = Diff['blocks']['added'][number];

const DRAFT = 'draft';

export function diffCommand(): Command {
  const command = withBot(new Command('diff').description('compare two states of a bot'))
    .option('--from <state>', 'draft or the number of a release (default: the published release)')
    .option('--to <state>', 'the same', DRAFT);

  defineBotAction<[string], { from?: string; to: string }>(command, async ([botId], options, { client }) => {
    const from = options.from ?? (await fetchPublishedRelease(botId, client));
    const { diff } = await client.diffBot({ params: { botId }, query: { from, to: options.to } });
    const { isComplete } = diff;
    return {
      json: { diff },
      text: [`${stateName(diff.from)} → ${stateName(diff.to)}`, ...diffLines(diff)].join('\n'),
      note: isComplete ? undefined : 'Not all differences fit into the response.',
    };
  });
  return command;
}

async function fetchPublishedRelease(botId: string, client: Client): Promise<string> {
  const { items } = await readList('releases', { all: true }, (page) =>
    client.listReleases({ params: { botId }, query: page }),
  );
  const published = items.find(({ isPublished }) => isPublished);
  if (!published) throw new Error('The bot is not published: choose what to compare with --from');
  return String(published.release);
}

function stateName(state: string): string {
  return state === DRAFT ? DRAFT : oneLine(`release ${state}`);
}

function diffLines(diff: Diff): string[] {
  const lines = DIFFED_LISTS.flatMap((list) => {
    const { added, removed, changed } = diff[list];
    const of = [
      ...added.map((entry) => coloured('good', `  + ${getName(entry)}`)),
      ...removed.map((entry) => coloured('bad', `  - ${getName(entry)}`)),
      ...changed.map((entry) =>
        coloured('doubtful', `  ~ ${getName(entry)}: ${entry.changes.map(oneLine).join(', ')}`),
      ),
    ];
    return of.length === 0 ? [] : [list, ...of];
  });
  if (diff.fields.length > 0)
    lines.push('fields', ...diff.fields.map((field) => coloured('doubtful', `  ~ ${oneLine(field)}`)));
  return lines.length === 0 ? ['No difference'] : lines;
}

function getName({ id, label, groupId }: Entry): string {
  const where = groupId === undefined ? '' : ` in ${groupId}`;
  return oneLine(label === undefined ? `${id}${where}` : `${label} (${id}${where})`);
}
