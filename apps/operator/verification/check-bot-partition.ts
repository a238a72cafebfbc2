import { setTimeout as delay } from 'node:timers/promises';
import type { PublishedHead } from '#lib/bots/document/bot-head.ts';
import { toClaims } from '#lib/bots/store/bot-claims.ts';
import type { StoredDocument } from '#lib/bots/store/document-parts.ts';
import type { EncodedDocument } from '#lib/platform/store/document-codec.ts';
import { type Item, isExpired } from '#lib/platform/store/dynamodb.ts';
import { type Key, keys } from '#lib/platform/store/keys.ts';
import { getListedAttributes } from '#lib/platform/store/listed-attributes.ts';
import { checkItem, decodes, recognize, toKey, unknownItem } from './check-item.ts';
import { createFinding, type Finding } from './finding.ts';
import { workspaceReference } from './references.ts';
import type { TableReader } from './table-reader.ts';

/*
 * A bot's items only make sense together: the head counts releases, says what is published and points to parts.
 * So the whole partition is read, page by page, but only what the comparison needs is kept in memory: no
 * documents, and one entry per release and set of parts.
 */

/** Grace period for parts: they are written before the head points to them, by a request of less than 30 seconds. */
const PARTS_GRACE_MS = 15 * 60 * 1_000;

/** Age from which orphaned parts can be deleted. */
const GARBAGE_AGE_MS = 24 * 60 * 60 * 1_000;

/** Maximum number of times to read the partition, which is repeated if the bot was saved in the meantime. */
const MAX_READS = 8;

/** Numbers of the existing parts, and when the last one was written. */
type PartSet = { numbers: Set<number>; createdAt: string | undefined };

type Partition = {
  findings: Finding[];
  /** The head's write counter. If it differs later, the bot has been saved since. */
  writes: unknown;
  draft: (Item & Key) | undefined;
  published: (Item & Key) | undefined;
  releases: Map<number, { key: Key; digest: unknown }>;
  parts: Map<string, PartSet>;
  /** Documents stored in parts, by id of the parts, which several items can share. */
  documents: Map<string, { key: Key; document: StoredDocument }>;
};

/** @returns no findings if the bot keeps being saved during the check */
export async function checkBotPartition(
  botId: string,
  reader: TableReader,
  nowMs: number,
): Promise<Finding[]> {
  for (let attempt = 0; attempt < MAX_READS; attempt++) {
    if (attempt > 0) await delay(50 * 2 ** attempt);
    const partition = await readPartition(botId, reader);
    const findings = [...partition.findings, ...(await compare(botId, partition, reader, nowMs))];
    if (findings.length === 0) return [];
    const [draft] = await reader.getItems([keys.draft(botId)], ['writes']);
    if (draft?.writes === partition.writes) return findings.map((one) => ({ ...one, botId }));
  }
  return [];
}

async function readPartition(botId: string, reader: TableReader): Promise<Partition> {
  const partition: Partition = {
    findings: [],
    writes: undefined,
    draft: undefined,
    published: undefined,
    releases: new Map(),
    parts: new Map(),
    documents: new Map(),
  };
  for await (const page of reader.readPartition(keys.draft(botId).pk)) {
    for (const item of page) add(partition, item);
  }
  return partition;
}

function add(partition: Partition, item: Item): void {
  if (item.sk === 'DRAFT') partition.writes = item.writes;
  const known = recognize(item);
  if (!known) {
    partition.findings.push(unknownItem(item));
    return;
  }
  const problems = checkItem(known);
  partition.findings.push(...problems);
  if (problems.some(({ problem }) => problem === 'malformed-item')) {
    // The release exists, but none of its attributes can be trusted.
    if (known.key.release) {
      partition.releases.set(Number(known.key.release), { key: toKey(item), digest: undefined });
    }
    return;
  }

  const { partsId, part, release } = known.key;
  if (partsId !== undefined) {
    addPart(partition.parts, partsId, Number(part), item.createdAt as string | undefined);
    return;
  }
  // The record of when the bot's chats were ended has no document.
  if (item.document === undefined) return;
  addDocument(partition, item);
  const { document: _, ...attributes } = known.item;
  if (release !== undefined) {
    partition.releases.set(Number(release), { key: toKey(item), digest: item.digest });
  } else if (item.sk === 'PUBLISHED') {
    partition.published = attributes as Item & Key;
  } else {
    partition.draft = attributes as Item & Key;
  }
}

function addPart(parts: Partition['parts'], id: string, part: number, createdAt: string | undefined): void {
  const set = parts.get(id) ?? { numbers: new Set(), createdAt };
  set.numbers.add(part);
  if (createdAt !== undefined && createdAt > (set.createdAt ?? '')) set.createdAt = createdAt;
  parts.set(id, set);
}

function addDocument({ documents, findings }: Partition, item: Item): void {
  const document = item.document as StoredDocument;
  if (document.parts) {
    documents.set(document.parts.id, { key: toKey(item), document });
  } else if (!decodes(document as EncodedDocument)) {
    findings.push(createFinding('undecodable-content', toKey(item), 'The document cannot be decoded'));
  }
}

async function compare(
  botId: string,
  partition: Partition,
  reader: TableReader,
  nowMs: number,
): Promise<Finding[]> {
  return [
    ...(await compareParts(botId, partition, reader, nowMs)),
    ...compareReleases(botId, partition),
    ...comparePublication(botId, partition),
    ...(await compareOutside(botId, partition, reader)),
  ];
}

/** Finds documents whose parts are missing or undecodable, and parts that belong to no document. */
async function compareParts(
  botId: string,
  partition: Partition,
  reader: TableReader,
  nowMs: number,
): Promise<Finding[]> {
  const { parts, documents, draft, findings } = partition;
  const found: Finding[] = [];
  for (const { key, document } of documents.values()) {
    if (!document.parts) continue;
    const { id, count } = document.parts;
    const numbers = parts.get(id)?.numbers ?? new Set();
    const missing = Array.from({ length: count }, (_, part) => part).filter((part) => !numbers.has(part));
    if (missing.length > 0) {
      found.push(
        createFinding('parts-missing', key, `${missing.length} of ${count} parts are missing (${id})`),
      );
    } else if (!(await canDecodeParts(botId, document, reader))) {
      found.push(
        createFinding('undecodable-content', key, `The document cannot be decoded from its parts (${id})`),
      );
    }
  }
  // A malformed item might be the one that points to the parts, and so might a missing draft.
  const isBotMissing = !draft && hasBotItems(partition);
  if (findings.some(({ problem }) => problem === 'malformed-item') || isBotMissing) return found;
  for (const [id, set] of parts) {
    const count = documents.get(id)?.document.parts?.count ?? 0;
    const surplus = [...set.numbers].filter((part) => part >= count);
    if (surplus.length > 0) found.push(...leftBehind(botId, id, surplus, set.createdAt, nowMs));
  }
  return found;
}

function leftBehind(
  botId: string,
  id: string,
  numbers: number[],
  createdAt: string | undefined,
  nowMs: number,
): Finding[] {
  const ageMs = createdAt === undefined ? undefined : nowMs - Date.parse(createdAt);
  if (ageMs !== undefined && ageMs < PARTS_GRACE_MS) return [];
  const partKeys = numbers.map((part) => keys.documentPart(botId, id, part));
  const [first = keys.draft(botId)] = partKeys;
  return [
    createFinding(
      'parts-left-behind',
      first,
      `${numbers.length} orphaned parts, written ${createdAt ?? 'at an unknown time'}`,
      ageMs !== undefined && ageMs > GARBAGE_AGE_MS ? partKeys : undefined,
    ),
  ];
}

async function canDecodeParts(
  botId: string,
  document: StoredDocument,
  reader: TableReader,
): Promise<boolean> {
  if (!document.parts) return true;
  const { codec, rawBytes, parts } = document;
  const items = await reader.getItems(
    Array.from({ length: parts.count }, (_, part) => keys.documentPart(botId, parts.id, part)),
  );
  const inOrder = items.sort((one, other) => (String(one.sk) < String(other.sk) ? -1 : 1));
  return decodes({
    codec,
    rawBytes,
    bytes: Buffer.concat(inOrder.map(({ bytes }) => bytes as Uint8Array)),
  });
}

function compareReleases(botId: string, { draft, releases }: Partition): Finding[] {
  if (!draft) return [];
  const lastRelease = Number(draft.lastRelease);
  const found: Finding[] = [];
  for (let number = 1; number <= lastRelease; number++) {
    if (releases.has(number)) continue;
    found.push(
      createFinding(
        'release-missing',
        keys.release(botId, number),
        `The bot's last release is ${lastRelease}`,
      ),
    );
  }
  for (const [number, { key }] of releases) {
    if (number >= 1 && number <= lastRelease) continue;
    found.push(createFinding('release-unknown', key, `The bot's last release is ${lastRelease}`));
  }
  const newest = releases.get(lastRelease);
  if (newest?.digest !== undefined && newest.digest !== draft.releasedDigest) {
    found.push(
      createFinding('release-differs', newest.key, "Its digest differs from the bot's releasedDigest"),
    );
  }
  const same = releases.get(Number(draft.draftRelease));
  if (same?.digest !== undefined && same.digest !== getListedAttributes(draft).contentDigest) {
    found.push(
      createFinding(
        'release-differs',
        same.key,
        "The bot's draftRelease refers to it, but the draft differs",
      ),
    );
  }
  return found;
}

const PUBLISHED_FIELDS = ['id', 'createdAt', 'publishedAt', 'release', 'digest'] as const;

function comparePublication(botId: string, { draft, published, releases, findings }: Partition): Finding[] {
  if (!draft) return [];
  const head = getListedAttributes(draft).published as PublishedHead | undefined;
  const key = keys.published(botId);
  // A malformed published copy is not missing, and has already been reported.
  const isCopyMalformed = findings.some(({ item }) => item.sk === key.sk);
  if (!head) {
    return published ? [createFinding('published-copy-unclaimed', key, 'The bot is not published')] : [];
  }
  if (draft.isArchived) return [createFinding('malformed-item', draft, 'An archived bot is published')];
  if (!published) {
    return isCopyMalformed ? [] : [createFinding('published-copy-missing', key, `Release ${head.release}`)];
  }
  const differing = PUBLISHED_FIELDS.filter((field) => head[field] !== published[field]);
  const found =
    differing.length > 0
      ? [createFinding('published-copy-differs', key, `Differs from the bot in ${differing.join(', ')}`)]
      : [];
  const release = releases.get(head.release);
  if (release?.digest !== undefined && release.digest !== head.digest) {
    found.push(createFinding('release-differs', release.key, 'It is published with a different digest'));
  }
  return found;
}

/**
 * Whether there are items that only an existing bot has. Parts do not prove that a bot exists, because a
 * request that died before writing the bot leaves them behind.
 */
function hasBotItems({ published, releases }: Partition): boolean {
  return published !== undefined || releases.size > 0;
}

/**
 * Checks that the bot's workspace and the claims on its publicId and custom domain are consistent with the
 * bot.
 */
async function compareOutside(botId: string, partition: Partition, reader: TableReader): Promise<Finding[]> {
  const { draft, findings } = partition;
  if (!draft) {
    const isDraftMalformed = findings.some(({ item }) => item.sk === keys.draft(botId).sk);
    if (isDraftMalformed || !hasBotItems(partition)) return [];
    return [
      createFinding('missing-bot', keys.draft(botId), 'The bot has other items, but its own item is missing'),
    ];
  }
  const workspace = workspaceReference(draft, String(draft.workspaceId));
  const { publicId, published } = getListedAttributes(draft);
  const claims = toClaims({
    publicId: (publicId as string | undefined) ?? null,
    customDomain: (draft.customDomain as string | undefined) ?? null,
    published: (published as PublishedHead | undefined) ?? null,
    isClosed: draft.isClosed === true,
    webhookReplies: draft.webhookReplies === 'text' ? 'text' : 'data',
  });
  const targets = await reader.getItems([workspace.key, ...claims.map(({ pk, sk }) => ({ pk, sk }))]);
  const byPartition = new Map(targets.filter((item) => !isExpired(item)).map((item) => [item.pk, item]));
  return [
    ...workspace.check(byPartition.get(workspace.key.pk)),
    ...claims.flatMap((claim) => checkClaim(draft, claim, byPartition.get(claim.pk))),
  ];
}

type Claim = ReturnType<typeof toClaims>[number];

const CLAIM_FIELDS = ['release', 'publishedAt', 'isClosed', 'webhookReplies', 'publicId'] as const;

function checkClaim(draft: Item & Key, claim: Claim, found: Item | undefined): Finding[] {
  if (!found) return [createFinding('claim-missing', claim, `Bot ${draft.id} uses this name`)];
  if (found.botId !== draft.id) {
    return [createFinding('claim-of-another-bot', claim, `Bot ${draft.id} uses this name too`)];
  }
  const differing = CLAIM_FIELDS.filter(
    // Claims of earlier versions have no publicId: a page finds it in the bot.
    (field) => found[field] !== claim[field] && !(field === 'publicId' && found.publicId === undefined),
  );
  if (differing.length === 0) return [];
  return [createFinding('claim-outdated', claim, `Differs from bot ${draft.id} in ${differing.join(', ')}`)];
}
