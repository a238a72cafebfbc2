import { accessToBot } from '#lib/bots/bot-access.ts';
import { botNotFound } from '#lib/bots/bot-not-found.ts';
import { assertNotArchived } from '#lib/bots/draft/archived-bot.ts';
import { readBotHead } from '#lib/bots/store/draft-store.ts';
import { auditWrite } from '#lib/platform/audit/audit-entry.ts';
import { changeOrigin } from '#lib/platform/audit/change.ts';
import type { Caller } from '#lib/platform/auth/access.ts';
import {
  ConditionFailedError,
  isExpired,
  type TransactionWrite,
  transact,
  unavailable,
} from '#lib/platform/store/dynamodb.ts';
import { mapConcurrently } from '#lib/platform/store/map-concurrently.ts';
import { retention } from '#lib/platform/store/retention.ts';
import { statsWritesByDay } from '#lib/results/analytics/stats-store.ts';
import { readAnsweredFlows } from '#lib/results/answered-flows.ts';
import {
  readForImport,
  readImportTargets,
  readLogs,
  type StoredResultState,
} from '#lib/results/store/import-store.ts';
import { locateBlocks } from './block-locations.ts';
import { additionsSteps, creationSteps, MAX_STEP_BYTES, type Step } from './import-steps.ts';
import type { ImportedResult } from './imported-result.ts';
import { type BlockLocations, findMissingFrom, toNewResult } from './result-additions.ts';
import { MAX_LISTED_SKIPS, SKIP_REASONS, type SkipReason } from './skip-reason.ts';

/** Well below the timeout of the function, because the results in progress must still be finished. */
const WORK_MS = 15_000;

/** Results that are looked up together. */
const RESULTS_PER_ROUND = 200;
/** Each result that is stored already is a query, and maybe another one for its logs. */
const CONCURRENT_READS = 10;
/** Fewer than a day has shards of counters, so that the transactions of a request do not conflict. */
const CONCURRENT_WRITES = 8;
/** DynamoDB's limit. */
const MAX_TRANSACTION_ITEMS = 100;
const MAX_ATTEMPTS = 5;

export type ResultsImport = {
  imported: number;
  updated: number;
  unchanged: number;
  skipped: Record<SkipReason, number>;
  skippedResults: { id: string; reason: SkipReason }[];
  remaining: number;
};

type Outcome = 'imported' | 'updated' | 'unchanged' | SkipReason;

/** The steps that import one result. */
type Plan = { imported: ImportedResult; outcome: Outcome; steps: Step[] };

type Import = {
  botId: string;
  workspaceId: string;
  locations: BlockLocations;
  /** The entry of the audit trail, until a transaction has taken it along. */
  entry: TransactionWrite[];
  /** Number of transactions so far. */
  transactions: number;
};

/**
 * Stores results from elsewhere, in their order, until the time of a request is up. What is stored already is only
 * added to, so everything can be repeated.
 *
 * @throws NOT_FOUND, FORBIDDEN, CONFLICT if the bot is archived
 */
export async function importResults(
  botId: string,
  { results, workMs = WORK_MS }: { results: ImportedResult[]; workMs?: number },
  caller: Caller,
): Promise<ResultsImport> {
  const endMs = Date.now() + workMs;
  const bot = await readBotHead(botId);
  if (!bot) throw botNotFound();
  const { workspaceId } = bot.head;
  accessToBot('admin', caller)(workspaceId);
  assertNotArchived(bot.head);
  const change = { ...changeOrigin(caller), action: 'importResults' as const, workspaceId, botId };
  const run: Import = {
    botId,
    workspaceId,
    locations: needsFlow(results)
      ? locateBlocks(await readAnsweredFlows(botId, { withFormer: true }, caller))
      : new Map(),
    entry: [auditWrite(change)],
    transactions: 0,
  };
  const outcomes: Outcome[] = [];
  while (outcomes.length < results.length && (outcomes.length === 0 || Date.now() < endMs)) {
    const round = results.slice(outcomes.length, outcomes.length + RESULTS_PER_ROUND);
    outcomes.push(...(await importRound(run, round)));
  }
  return summary(results, outcomes);
}

/** An export of this service says where in the flow its answers belong. */
function needsFlow(results: ImportedResult[]): boolean {
  return results.some(({ answers }) =>
    (answers ?? []).some(({ groupId, variableId }) => groupId == null || variableId === undefined),
  );
}

async function importRound(run: Import, round: ImportedResult[]): Promise<Outcome[]> {
  const targets = await readImportTargets(
    run.botId,
    round.map(({ id }) => id),
  );
  const plans = await mapConcurrently(round, CONCURRENT_READS, (imported) =>
    toPlan(run, imported, targets.get(imported.id) ?? 'absent'),
  );
  const outcomes = new Map<Plan, Outcome>();
  const write = async (pack: Plan[]) => {
    for (const [plan, outcome] of await writePack(run, pack)) outcomes.set(plan, outcome);
  };
  const packs = toPacks(plans.filter(({ steps }) => steps.length > 0));
  // One after the other until the audit entry is written: concurrent transactions with the same item conflict.
  while (run.entry.length > 0) {
    const pack = packs.shift();
    if (!pack) break;
    await write(pack);
  }
  await mapConcurrently(packs, CONCURRENT_WRITES, write);
  return plans.map((plan) => outcomes.get(plan) ?? plan.outcome);
}

async function toPlan(run: Import, imported: ImportedResult, target: StoredResultState): Promise<Plan> {
  const nothing = (outcome: Outcome): Plan => ({ imported, outcome, steps: [] });
  if (target === 'otherBot' || target === 'erased' || target === 'expired') return nothing(target);
  if (imported.omittedAnswers) return nothing('incomplete');
  if (isExpired(retention(Date.parse(imported.createdAt)))) return nothing('expired');
  const { botId, workspaceId, locations } = run;
  if (target === 'absent') {
    const steps = creationSteps(toNewResult(imported, botId, locations), workspaceId);
    return { imported, outcome: 'imported', steps };
  }
  const stored = await readForImport(imported.id);
  if (!stored) return nothing('erased');
  const logs = (imported.logs ?? []).length > 0 ? await readLogs(imported.id) : [];
  const additions = findMissingFrom({ ...stored, logs }, imported, locations);
  const steps = additionsSteps(imported.id, stored.result.createdAt, additions);
  return { imported, outcome: steps.length > 0 ? 'updated' : 'unchanged', steps };
}

/** Results of one step share transactions. One with several is written by itself. */
function toPacks(plans: Plan[]): Plan[][] {
  const packs: Plan[][] = [];
  let open: { pack: Plan[]; items: number; bytes: number; days: Set<string> } | undefined;
  for (const plan of plans) {
    const [step, ...others] = plan.steps;
    if (!step || others.length > 0) {
      packs.push([plan]);
      continue;
    }
    const day = step.counts.at.slice(0, 10);
    const items = (open?.items ?? 0) + step.writes.length;
    const bytes = (open?.bytes ?? 0) + step.bytes;
    const days = new Set(open?.days).add(day);
    // One more for the audit entry.
    if (open && items + days.size < MAX_TRANSACTION_ITEMS && bytes <= MAX_STEP_BYTES) {
      open.pack.push(plan);
      Object.assign(open, { items, bytes, days });
    } else {
      open = { pack: [plan], items: step.writes.length, bytes: step.bytes, days: new Set([day]) };
      packs.push(open.pack);
    }
  }
  return packs;
}

async function writePack(run: Import, pack: Plan[]): Promise<[Plan, Outcome][]> {
  const [only, ...others] = pack;
  if (only && others.length === 0) return [[only, await writeAlone(run, only)]];
  try {
    await writeSteps(
      run,
      pack.flatMap(({ steps }) => steps),
    );
    return pack.map((plan) => [plan, plan.outcome]);
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
  }
  // Someone else has written one of them. Which one shows when each is written by itself.
  const outcomes: [Plan, Outcome][] = [];
  for (const plan of pack) outcomes.push([plan, await writeAlone(run, plan)]);
  return outcomes;
}

/** Writes one result. If someone else writes it too, looks again at what is missing. */
async function writeAlone(run: Import, first: Plan): Promise<Outcome> {
  let plan = first;
  let outcome: Outcome | undefined;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    try {
      for (const step of plan.steps) {
        await writeSteps(run, [step]);
        outcome ??= plan.outcome;
      }
      return outcome ?? plan.outcome;
    } catch (error) {
      if (!(error instanceof ConditionFailedError)) throw error;
    }
    const { imported } = plan;
    const targets = await readImportTargets(run.botId, [imported.id]);
    plan = await toPlan(run, imported, targets.get(imported.id) ?? 'absent');
  }
  throw unavailable(new Error('Others keep writing the result'));
}

/** @throws ConditionFailedError if the table has changed since the steps were planned */
async function writeSteps(run: Import, steps: Step[]): Promise<void> {
  const { botId, entry } = run;
  run.transactions += 1;
  await transact([
    ...steps.flatMap(({ writes }) => writes),
    ...statsWritesByDay(
      botId,
      steps.map(({ counts }) => counts),
      run.transactions,
    ),
    ...entry,
  ]);
  run.entry = [];
}

function summary(results: ImportedResult[], outcomes: Outcome[]): ResultsImport {
  const count = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length;
  const isSkip = (outcome: Outcome): outcome is SkipReason =>
    (SKIP_REASONS as readonly string[]).includes(outcome);
  return {
    imported: count('imported'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    skipped: {
      otherBot: count('otherBot'),
      erased: count('erased'),
      expired: count('expired'),
      incomplete: count('incomplete'),
    },
    skippedResults: outcomes
      .flatMap((outcome, index) =>
        isSkip(outcome) ? [{ id: results[index]?.id ?? '', reason: outcome }] : [],
      )
      .slice(0, MAX_LISTED_SKIPS),
    remaining: results.length - outcomes.length,
  };
}
