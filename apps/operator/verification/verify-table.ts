import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { type Item, isExpired, scanTable } from '#lib/platform/store/dynamodb.ts';
import { isId, type Key } from '#lib/platform/store/keys.ts';
import { checkBotPartition } from './check-bot-partition.ts';
import { checkItem, recognize, toKey, unknownItem } from './check-item.ts';
import type { Finding } from './finding.ts';
import { getReferences, REFERENCED_ATTRIBUTES, type Reference } from './references.ts';
import { type TableReader, tableReader } from './table-reader.ts';

/*
 * Checks the whole table against its schema, with only a page of items in memory. Items are checked in scan
 * order. Referenced items are read in batches, and a bot's partition as a whole. What looks like a problem can
 * be a write in progress, so the items are read again, strongly consistently, and only persistent problems are
 * reported.
 */

export type Verification = {
  /** Number of times a suspected problem is checked, including the first. */
  looks?: number;
  /** Delay before a suspected problem is checked again. */
  pauseMs?: number;
  /** The installation's retention of respondents' data in days; 0 keeps it indefinitely. */
  retentionDays?: number;
  nowMs?: () => number;
  /** Called after each page with its number of items. */
  onPage?: (items: number) => void;
};

/** Verifies the table that this process is configured for. */
export function verifyTable(options: Verification = {}): AsyncGenerator<Finding> {
  return verifyItems(scanTable(), tableReader, options);
}

/** @param pages the table's items, in scan order */
export async function* verifyItems(
  pages: AsyncIterable<Item[]>,
  reader: TableReader,
  { looks = 3, pauseMs = 500, retentionDays = 0, nowMs = Date.now, onPage }: Verification = {},
): AsyncGenerator<Finding> {
  const lasting = new LRUCache<string, Item>({ max: LASTING_ITEMS });
  // A scan returns a partition's items consecutively, so remembering the previous page's bots avoids most
  // repeated checks.
  let botsBefore = new Set<string>();

  for await (const page of pages) {
    onPage?.(page.length);
    const bots = new Set(page.flatMap((item) => getBotId(item) ?? []));
    const items = page.filter((item) => getBotId(item) === undefined);
    const newBots = [...bots].filter((botId) => !botsBefore.has(botId));
    botsBefore = bots;

    let findings = await examine(
      { items, bots: newBots },
      reader,
      { nowMs: nowMs(), retentionDays },
      lasting,
    );
    for (let again = 1; again < looks && findings.length > 0; again++) {
      await delay(pauseMs);
      findings = await confirmFindings(findings, reader, { retentionDays, nowMs });
    }
    yield* findings;
  }
}

/** Checks the items of these findings again and returns the findings that persist. */
export async function confirmFindings(
  findings: Finding[],
  reader: TableReader,
  { retentionDays = 0, nowMs = Date.now }: Pick<Verification, 'retentionDays' | 'nowMs'> = {},
): Promise<Finding[]> {
  const seen = new Set(findings.map(getIdentity));
  const subjects = await readAgain(findings, reader);
  const now = await examine(subjects, reader, { nowMs: nowMs(), retentionDays });
  return now.filter((one) => seen.has(getIdentity(one)));
}

/** Cache size for workspaces and bots: nearly every item refers to one, and they are never deleted. */
const LASTING_ITEMS = 5_000;

type Subjects = { items: Item[]; bots: string[] };

/** Returns the bot whose partition the item is in, if any. */
function getBotId({ pk }: Item): string | undefined {
  const [kind, id = '', ...rest] = String(pk).split('#');
  return kind === 'BOT' && rest.length === 0 && isId(id) ? id : undefined;
}

function getIdentity({ problem, item, detail }: Finding): string {
  return JSON.stringify([problem, item.pk, item.sk, detail]);
}

async function readAgain(findings: Finding[], reader: TableReader): Promise<Subjects> {
  const bots = new Set(findings.flatMap(({ botId }) => botId ?? []));
  const itemKeys = new Map(
    findings.filter(({ botId }) => botId === undefined).map(({ item }) => [toText(item), item]),
  );
  return { items: await reader.getItems([...itemKeys.values()]), bots: [...bots] };
}

async function examine(
  { items, bots }: Subjects,
  reader: TableReader,
  moment: { nowMs: number; retentionDays: number },
  /** Only passed for the first check, because later checks must read items again. */
  cache?: LRUCache<string, Item>,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const references: Reference[] = [];
  for (const item of items) {
    if (isExpired(item, moment.nowMs)) continue;
    const known = recognize(item);
    if (!known) {
      findings.push(unknownItem(item));
      continue;
    }
    const problems = checkItem(known);
    findings.push(...problems);
    const isReadable = problems.every(({ problem }) => problem !== 'malformed-item');
    if (isReadable) references.push(...getReferences(known, moment));
  }
  // Saves reads, because a result is usually on the same page as its answers.
  const atHand = cache ? items.filter((item) => !isExpired(item, moment.nowMs)) : [];
  findings.push(...(await checkReferences(references, reader, moment.nowMs, atHand, cache)));
  // Sequential, because a bot's documents can take several megabytes.
  for (const botId of bots) findings.push(...(await checkBotPartition(botId, reader, moment.nowMs)));
  return findings;
}

async function checkReferences(
  references: Reference[],
  reader: TableReader,
  nowMs: number,
  atHand: Item[],
  cache?: LRUCache<string, Item>,
): Promise<Finding[]> {
  const targets = new Map(atHand.map((item) => [toText(toKey(item)), item]));
  const wanted = new Map<string, Key>();
  for (const { key } of references) {
    const text = toText(key);
    const kept = targets.get(text) ?? cache?.get(text);
    if (kept) targets.set(text, kept);
    else wanted.set(text, key);
  }
  for (const target of await reader.getItems([...wanted.values()], REFERENCED_ATTRIBUTES)) {
    if (isExpired(target, nowMs)) continue;
    const text = toText(toKey(target));
    targets.set(text, target);
    if (cache && isLasting(target)) cache.set(text, target);
  }
  return references.flatMap(({ key, check }) => check(targets.get(toText(key))));
}

function isLasting({ pk, sk }: Item): boolean {
  return sk === 'DRAFT' || String(pk).startsWith('WORKSPACE#');
}

function toText({ pk, sk }: Key): string {
  return `${pk} ${sk}`;
}
