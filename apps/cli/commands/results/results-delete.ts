import { Command } from 'commander';
import { countProgress } from '#apps/cli/jobs/job-progress.ts';
import { formatStarted, requestJob } from '#apps/cli/jobs/start-job.ts';
import { waitForJob } from '#apps/cli/jobs/wait-for-job.ts';
import { progressBar } from '#apps/cli/progress-bar.ts';
import {
  type ResultFilterOptions,
  toResultQuery,
  withResultFilter,
} from '#apps/cli/results/result-filter.ts';
import { defineBotAction, withBot } from '#apps/cli/service/bot-action.ts';
import type { Service } from '#apps/cli/service/connection.ts';
import { readPages } from '#apps/cli/service/list-pages.ts';
import type { CommandResult } from '#apps/terminal/command-action.ts';
import { askToConfirm } from '#apps/terminal/confirmation.ts';
import { formatCount, oneLine } from '#apps/terminal/plain-text.ts';

type Options = ResultFilterOptions & { yes?: true; wait: boolean; profile?: string };

type NamedBot = { id: string; name: string; workspaceId: string };

/** Most ids that a request to delete results takes. */
const IDS_PER_REQUEST = 1_000;
/** Largest page of a list of results. */
const RESULTS_PER_PAGE = '500';
/** Beyond this, the question says "more than". Each page that is counted has the answers, too. */
const MAX_COUNTED = 1_000;

/** Requests in a row that delete nothing, although the service says that something is left. */
const MAX_IDLE_REQUESTS = 10;

/** `results delete`: the named ones, those of a period, or all. */
export function deleteResultsCommand(): Command {
  const command = withResultFilter(
    withBot(
      new Command('delete').description('delete results with answers and logs, and end their chats'),
    ).argument('[result...]', 'ids of results; default: all that the bot has now'),
  )
    .option('--yes', 'do not ask before deleting')
    .option('--no-wait', 'if all are deleted: print the id of the job and end');

  defineBotAction<[string, string[]], Options>(command, async ([botId, ids], options, service) => {
    const hasFilter = Object.values(toResultQuery(options)).some((value) => value !== undefined);
    if (ids.length > 0 && hasFilter) throw new Error('Specify either results or a period');
    const isForSome = ids.length > 0 || hasFilter;
    if (isForSome && !options.wait) throw new Error('--no-wait is only for deleting all results');
    const { bot } = await service.client.getBot({ params: { botId } });
    if (ids.length > 0) return await deleteNamed(bot, [...new Set(ids)], options, service);
    return await (hasFilter ? deleteChosen(bot, options, service) : deleteAll(bot, options, service));
  });
  return command;
}

async function deleteNamed(
  bot: NamedBot,
  ids: string[],
  options: Options,
  service: Service,
): Promise<CommandResult> {
  await requireConsent(`Delete ${formatCount(ids.length, 'result')} of ${describe(bot)} for good?`, options);
  const deleted = await deleteByIds(bot.id, ids, service);
  const notFound = ids.length - deleted;
  return {
    json: { botId: bot.id, deleted, notFound },
    text: [
      formatDeleted(deleted, bot.id),
      ...(notFound === 0
        ? []
        : [`${formatCount(notFound, 'id is', 'ids are')} not of a result of this bot.`]),
    ].join('\n'),
    isBad: notFound > 0,
  };
}

async function deleteChosen(bot: NamedBot, options: Options, service: Service): Promise<CommandResult> {
  const ids: string[] = [];
  for await (const page of pagesOfIds(bot.id, options, service)) ids.push(...page);
  if (ids.length > 0) {
    const chosen = `${formatCount(ids.length, 'result')} of ${describe(bot)}`;
    await requireConsent(`Delete the chosen ${chosen} for good?`, options);
  }
  const deleted = await deleteByIds(bot.id, ids, service);
  return {
    json: { botId: bot.id, deleted, notFound: ids.length - deleted },
    text: ids.length === 0 ? 'No results match.' : formatDeleted(deleted, bot.id),
  };
}

/** Deletes everything by a job, because there may be more than one command should wait for. */
async function deleteAll(bot: NamedBot, options: Options, service: Service): Promise<CommandResult> {
  const { workspaceId } = bot;
  if (!options.yes) {
    const count = await countUpTo(MAX_COUNTED, bot.id, service);
    await requireConsent(`${describe(bot)} has ${count}. Delete all for good?`, options);
  }
  const started = await requestJob(service, workspaceId, { kind: 'deleteResults', botId: bot.id, all: true });
  const reference = { workspaceId, jobId: started.id, profile: options.profile };
  if (!options.wait) return formatStarted(started, reference);
  const job = await waitForJob(service, reference, { isStarter: true });
  return { json: { job }, text: `Deleted ${countProgress(job)} of ${oneLine(bot.id)}.` };
}

async function countUpTo(limit: number, botId: string, service: Service): Promise<string> {
  let count = 0;
  for await (const page of pagesOfIds(botId, {}, service)) {
    count += page.length;
    if (count > limit) return `more than ${formatCount(limit, 'result')}`;
  }
  return formatCount(count, 'result');
}

function describe({ id, name }: NamedBot): string {
  return oneLine(`${name} (${id})`);
}

async function requireConsent(question: string, { yes }: Options): Promise<void> {
  if (!yes && !(await askToConfirm(question, 'delete them'))) throw new Error('Nothing was deleted');
}

async function* pagesOfIds(
  botId: string,
  filter: ResultFilterOptions,
  { client }: Service,
): AsyncGenerator<string[]> {
  const query = { ...toResultQuery(filter), limit: RESULTS_PER_PAGE };
  const readPage = (cursor: string | undefined) =>
    client.listResults({ params: { botId }, query: { ...query, cursor } });
  for await (const page of readPages(undefined, readPage)) yield page.results.map(({ id }) => id);
}

/** @returns how many there were */
async function deleteByIds(botId: string, ids: string[], { client }: Service): Promise<number> {
  const bar = progressBar('Deleting', ids.length, 'result');
  let total = 0;
  try {
    for (let start = 0; start < ids.length; start += IDS_PER_REQUEST) {
      const resultIds = ids.slice(start, start + IDS_PER_REQUEST);
      for (let remaining = true, idle = 0; remaining; ) {
        const done = await client.deleteResults({ params: { botId }, body: { resultIds } });
        total += done.deleted;
        remaining = done.remaining;
        idle = done.deleted > 0 ? 0 : idle + 1;
        if (remaining && idle === MAX_IDLE_REQUESTS)
          throw new Error('The service says that results are left, but deletes none');
      }
      bar.advance(resultIds.length);
    }
    return total;
  } finally {
    bar.stop();
  }
}

function formatDeleted(count: number, botId: string): string {
  return oneLine(`Deleted ${formatCount(count, 'result')} of ${botId}.`);
}
