import { setTimeout as delay } from 'node:timers/promises';
import { Command } from 'commander';
import type { CommandResult } from '#apps/terminal/command-action.ts';
import { askToConfirm } from '#apps/terminal/confirmation.ts';
import { readBotHead } from '#lib/bots/store/draft-store.ts';
import { withdrawBot } from '#lib/bots/store/withdrawal-store.ts';
import { endChatsForGood } from '#lib/chat/store/chats-end-store.ts';
import { eraseBotPage } from '#lib/jobs/erasure/erase-bot.ts';
import { eraseFiles } from '#lib/jobs/erasure/erase-files.ts';
import { eraseResult } from '#lib/jobs/erasure/erase-result.ts';
import { isOver, type Job } from '#lib/jobs/job.ts';
import { createJob, readJob, readJobPage } from '#lib/jobs/job-store.ts';
import { runJob } from '#lib/jobs/run-job.ts';
import { logger } from '#lib/platform/observability/logger.ts';
import { createId } from '#lib/platform/store/create-id.ts';
import { type Item, isExpired, scanTable, writeItems } from '#lib/platform/store/dynamodb.ts';
import { erasePartition } from '#lib/platform/store/erase-partition.ts';
import { isId, type Key, keys } from '#lib/platform/store/keys.ts';
import { readResultOwner } from '#lib/results/store/result-store.ts';
import { readWorkspace } from '#lib/workspaces/store/workspace-store.ts';
import { defineAction } from './database-action.ts';

type Options = { bucket?: string; yes?: true };

/** How long instances cache that a bot's chats are running, plus the time for their last requests to finish. */
const CLOSING_SECONDS = 90;

const always = () => true;

/** `erase workspace`, `erase bot` and `erase result`. */
export function eraseCommands(): Command {
  const group = new Command('erase').description('erase a workspace, a bot or a result, for good');

  defineAction<[string], Options>(
    withOptions(
      group
        .command('workspace')
        .description('erase a workspace with everything in it; continues an erasure that began')
        .argument('<workspaceId>', 'as shown by workspace list'),
    ),
    async ([workspaceId], options, database) => {
      if (!isId(workspaceId)) throw new Error('That is not the id of a workspace');
      await requireSure(`the workspace ${workspaceId}`, database, options);
      useBucket(options);
      const erased = await runErasure(workspaceId);
      const sessions = await eraseSessions((session) => session.workspaceId === workspaceId);
      return report(`workspace ${workspaceId}`, { ...erased, sessions });
    },
  );

  defineAction<[string], Options & { wait: boolean }>(
    withOptions(
      group
        .command('bot')
        .description('erase a bot with its releases and results')
        .argument('<botId>')
        .option('--no-wait', 'do not wait until its chats have ended everywhere'),
    ),
    async ([botId], options, database) => {
      const bot = await readBotHead(botId);
      if (!bot) throw new Error('Bot not found');
      await requireSure(`the bot ${bot.stored.listed.name} (${botId})`, database, options);
      await withdrawBot(botId);
      await endChatsForGood(botId);
      if (options.wait) await pause(CLOSING_SECONDS);
      // An editor may have published the bot again.
      await withdrawBot(botId);
      let results = 0;
      let cursor: string | undefined;
      for (let isComplete = false; !isComplete; ) {
        const page = await eraseBotPage(botId, { cursor, hasTime: always });
        results += page.deleted;
        ({ isComplete, cursor } = page);
      }
      if (options.bucket) await eraseFiles(options.bucket, [bot.head.workspaceId, botId], always);
      const sessions = await eraseSessions((session) => session.botId === botId);
      return report(`bot ${botId}`, { results, sessions });
    },
  );

  defineAction<[string], Options>(
    withOptions(
      group
        .command('result')
        .description('erase a result with its answers, logs, sessions and, with --bucket, its files')
        .argument('<resultId>'),
    ),
    async ([resultId], options, database) => {
      if (!isId(resultId)) throw new Error('That is not the id of a result');
      const owner = await readResultOwner(resultId, { orEnded: true });
      await requireSure(`the result ${resultId}`, database, options);
      await eraseResult(resultId, undefined, always);
      // Removes what an interrupted erasure may have left in the table.
      await erasePartition(keys.result(resultId).pk, { hasTime: always });
      await erasePartition(keys.logPartition(resultId), { hasTime: always });
      if (options.bucket) {
        if (!owner)
          throw new Error(
            'The result is already gone, so nothing tells which bot it belonged to and where its files are',
          );
        await eraseFiles(options.bucket, [owner.workspaceId, owner.botId, resultId], always);
      }
      const sessions = await eraseSessions((session) => session.resultId === resultId);
      return report(`result ${resultId}`, { results: owner ? 1 : 0, sessions });
    },
  );

  return group;
}

function withOptions(command: Command): Command {
  return command
    .option(
      '--bucket <name>',
      'the bucket of files, to erase those as well (default: FILES_BUCKET)',
      process.env.FILES_BUCKET,
    )
    .option('--yes', 'do not ask before erasing');
}

async function requireSure(what: string, database: string, { yes }: Options): Promise<void> {
  if (yes) return;
  if (!(await askToConfirm(`Erase ${what} from the ${database} for good?`, 'erase it'))) {
    throw new Error('Nothing was erased');
  }
}

/** The job reads the bucket's name from the environment, as it does on AWS. */
function useBucket({ bucket }: Options): void {
  if (bucket) process.env.FILES_BUCKET = bucket;
}

/**
 * Runs the job that erases a workspace in this process. It does no harm if AWS runs the job at the same time.
 */
async function runErasure(workspaceId: string): Promise<{ results: number; bots: number }> {
  // The job writes the same log lines as on AWS, which would mix with this command's output.
  logger.setLogLevel('SILENT');
  const job = (await findErasure(workspaceId)) ?? (await startErasure(workspaceId));
  let { progress } = job;
  for (;;) {
    const { isOver: isEnd, waitSeconds } = await runJob({ jobId: job.id });
    const stored = await readJob(job.id);
    if (!stored) return { results: progress.results, bots: progress.bots ?? 0 };
    ({ progress } = stored);
    if (isEnd) throw new Error(stored.error ?? `The erasure is over: ${stored.state}`);
    if (waitSeconds > 0) await pause(waitSeconds);
  }
}

async function findErasure(workspaceId: string): Promise<Job | undefined> {
  let cursor: string | undefined;
  do {
    const page = await readJobPage(workspaceId, { limit: 100, cursor });
    const found = page.items.find((job) => job.task.kind === 'eraseWorkspace' && !isOver(job));
    if (found) return found;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return undefined;
}

async function startErasure(workspaceId: string): Promise<Job> {
  if (!(await readWorkspace(workspaceId))) throw new Error('Workspace not found');
  return await createJob({
    id: createId(),
    workspaceId,
    // Matches no token, so all tokens are revoked.
    tokenId: 'operator',
    task: { kind: 'eraseWorkspace' },
    state: 'waiting',
    progress: { results: 0 },
    isCancelRequested: false,
    place: {},
    slices: 0,
    revision: 0,
    createdAt: new Date().toISOString(),
  });
}

async function pause(seconds: number): Promise<void> {
  process.stderr.write(`Waiting ${seconds} seconds, until nothing writes any more…\n`);
  await delay(seconds * 1_000);
}

/**
 * Scans the whole table, because no key leads to a session without a result or to the session of an old chat.
 */
async function eraseSessions(accepts: (session: Item) => boolean): Promise<number> {
  let count = 0;
  for await (const page of scanTable()) {
    const found = page.filter(({ pk, ...item }) => String(pk).startsWith('SESSION#') && accepts(item));
    await writeItems(found.map(({ pk, sk }) => ({ delete: { pk, sk } as Key })));
    count += found.filter((item) => !isExpired(item)).length;
  }
  return count;
}

function report(what: string, counts: Record<string, number>): CommandResult {
  const parts = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  return { json: counts, text: `Erased the ${what}: ${parts.join(', ')}.` };
}
