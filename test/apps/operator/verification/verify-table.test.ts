import { beforeAll, describe, expect, it } from 'vitest';
import { recognize } from '#apps/operator/verification/check-item.ts';
import { type Finding, PROBLEM_NAMES, type ProblemName } from '#apps/operator/verification/finding.ts';
import { ITEM_RULES } from '#apps/operator/verification/item-rules.ts';
import type { TableReader } from '#apps/operator/verification/table-reader.ts';
import { type Verification, verifyItems, verifyTable } from '#apps/operator/verification/verify-table.ts';
import { getItems, type Item, scanTable } from '#lib/platform/store/dynamodb.ts';
import { indexKeys, type Key, keys } from '#lib/platform/store/keys.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { type LivedIn, liveIn } from '#test/support/lived-in-table.ts';

const DAY_SECONDS = 24 * 60 * 60;
const nowSeconds = () => Math.floor(Date.now() / 1_000);

async function collect<T>(all: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const one of all) collected.push(one);
  return collected;
}

/** An in-memory copy of a table for tests to damage. */
class TableCopy {
  readonly items: Map<string, Item>;

  constructor(items: Item[]) {
    this.items = new Map(items.map((item) => [this.#getName(item), structuredClone(item)]));
  }

  #getName({ pk, sk }: Item): string {
    return `${pk} ${sk}`;
  }

  find(start: string, sk = ''): Item & Key {
    const found = [...this.items.values()].find(
      (item) => String(item.pk).startsWith(start) && String(item.sk).startsWith(sk),
    );
    if (!found) throw new Error(`There is no item ${start} ${sk}`);
    return found as Item & Key;
  }

  get({ pk, sk }: Key): Item & Key {
    return this.find(pk, sk);
  }

  put(item: Item): void {
    this.items.set(this.#getName(item), item);
  }

  delete(item: Key): void {
    this.items.delete(this.#getName(item));
  }

  reader: TableReader = {
    getItems: async (wanted) =>
      wanted.map((key) => this.items.get(this.#getName(key))).filter((item) => item !== undefined),
    readPartition: (pk) => this.pages(3, (item) => item.pk === pk),
  };

  async *pages(size: number, isAsked: (item: Item) => boolean = () => true): AsyncGenerator<Item[]> {
    // Sort by partition key, so that a partition's items are adjacent, as in a scan.
    const asked = [...this.items.entries()].sort(([one], [other]) => (one < other ? -1 : 1));
    const inOrder = asked.map(([, item]) => item).filter(isAsked);
    for (let start = 0; start < inOrder.length; start += size) yield inOrder.slice(start, start + size);
  }

  async verify(options: Verification = {}): Promise<Finding[]> {
    return await collect(verifyItems(this.pages(7), this.reader, { pauseMs: 0, ...options }));
  }
}

describeApi('Verifying a table', (api) => {
  describe.runIf(api.target === 'direct')('with items of every kind', () => {
    let items: Item[];
    let lived: LivedIn;
    const copy = () => new TableCopy(items);

    beforeAll(async () => {
      lived = await liveIn(api);
      items = (await collect(scanTable())).flat();
    }, 60_000);

    it('covers every kind of item in the schema', () => {
      const seen = new Set(items.map((item) => recognize(item)?.rule.name));
      const known = Object.values(ITEM_RULES).flatMap((rules) => rules.map(({ name }) => name));
      expect(known.filter((name) => !seen.has(name))).toStrictEqual([]);
    });

    it('finds nothing, whatever the page size', async () => {
      expect(await collect(verifyTable())).toStrictEqual([]);
      const inPages = verifyItems(scanTable(2), { getItems, readPartition: copy().reader.readPartition });
      expect(await collect(inPages)).toStrictEqual([]);
      expect(await copy().verify()).toStrictEqual([]);
    });

    it('holds only one page in memory, whatever the size of the table', async () => {
      const table = copy();
      const result = table.find('RESULT#', '#META');
      for (let number = 0; number < 20_000; number++) {
        const id = `r${number}`;
        table.put({
          ...result,
          ...keys.result(id),
          id,
          gsi1sk: `${result.createdAt}#${id}`,
          lastChatSessionId: undefined,
        });
      }
      const asked: number[] = [];
      const reader: TableReader = {
        ...table.reader,
        getItems: async (wanted, attributes) => {
          asked.push(wanted.length);
          return await table.reader.getItems(wanted, attributes);
        },
      };
      expect(await collect(verifyItems(table.pages(100), reader))).toStrictEqual([]);
      // All 20,000 results belong to one bot, which is read only for the first of them.
      expect(Math.max(...asked)).toBeLessThanOrEqual(100);
      expect(asked.reduce((sum, count) => sum + count)).toBeLessThan(500);
    });

    const draft = (table: TableCopy, botId = lived.botId) => table.get(keys.draft(botId));
    /** The map itself, so that changes of it are damage. */
    const listed = (item: Item) => item.listed as Item;
    const publicId = (table: TableCopy) =>
      table.get(keys.publicIdClaim(String(listed(draft(table)).publicId)));
    const toPart = (table: TableCopy, botId = lived.largeBotId) => table.find(keys.draft(botId).pk, 'PART#');
    const OLD = '2026-01-01T00:00:00.000Z';
    const newPart = (createdAt?: string) => ({
      ...keys.documentPart(lived.botId, 'nobody', 0),
      bytes: new Uint8Array(9),
      ...(createdAt && { createdAt }),
    });

    const DAMAGE: [what: string, found: ProblemName[], damage: (table: TableCopy) => void][] = [
      ['an item of an unknown kind', ['unknown-item'], (t) => t.put({ pk: 'CAT#1', sk: 'META' })],
      ['an unknown item of a bot', ['unknown-item'], (t) => t.put({ ...draft(t), sk: 'NOTE' })],
      ['a result under an odd sort key', ['unknown-item'], (t) => t.put({ pk: 'RESULT#a', sk: 'ANSWER#x' })],
      [
        'a workspace without a name',
        ['malformed-item'],
        (t) => delete listed(t.find('WORKSPACE#', 'META')).name,
      ],
      [
        'a workspace of which lists show nothing',
        ['malformed-item'],
        (t) => delete t.find('WORKSPACE#', 'META').listed,
      ],
      [
        'a workspace that lists leave out',
        ['wrong-index-keys', 'wrong-index-keys'],
        (t) => {
          const workspace = t.find('WORKSPACE#', 'META');
          delete workspace.gsi1pk;
          delete workspace.gsi1sk;
        },
      ],
      [
        'a token in the list of another workspace',
        ['wrong-index-keys'],
        (t) => {
          t.find('TOKEN#').gsi1pk = 'WORKSPACE#other#TOKENS';
        },
      ],
      [
        'a token with an invalid role',
        ['malformed-item'],
        (t) => Object.assign(listed(t.find('TOKEN#')), { role: 'owner' }),
      ],
      [
        'a token of no workspace',
        ['missing-workspace'],
        (t) => {
          const token = t.find('TOKEN#');
          Object.assign(token, {
            workspaceId: 'gone',
            gsi1pk: 'WORKSPACE#gone#TOKENS',
            grants: { gone: 'viewer' },
          });
        },
      ],
      [
        'an invitation of no workspace',
        ['missing-workspace'],
        (t) => {
          const invitation = t.find('INVITATION#');
          t.delete(invitation);
          t.put({ ...invitation, pk: 'INVITATION#gone', workspaceId: 'gone' });
        },
      ],
      [
        'an invitation without the digest of its secret',
        ['malformed-item'],
        (t) => delete t.find('INVITATION#').secretDigest,
      ],
      [
        'an invitation with the id of another',
        ['malformed-item'],
        (t) => Object.assign(t.find('INVITATION#'), { id: 'other' }),
      ],
      [
        'a person of no workspace',
        ['missing-workspace'],
        (t) => {
          const person = t.find('PERSON#');
          t.delete(person);
          t.put({ ...person, pk: 'PERSON#gone', workspaceId: 'gone' });
        },
      ],
      [
        'a person without tokens',
        ['malformed-item'],
        (t) => {
          const person = [...t.items.values()].find(({ tokenDigests }) => tokenDigests !== undefined);
          Object.assign(person ?? {}, { tokenDigests: [] });
        },
      ],
      [
        'a made workspace that its maker does not list',
        ['made-workspace-unlisted'],
        (t) => t.delete(t.find('WORKSPACE#', 'MADE#')),
      ],
      [
        'a made workspace that knows no maker',
        ['made-entry-unclaimed'],
        (t) => {
          for (const item of t.items.values()) delete item.makers;
        },
      ],
      [
        'an entry of a made workspace that is gone',
        ['missing-workspace'],
        (t) =>
          t.put({ ...keys.madeWorkspace(api.workspaceId, OLD, 'gone'), workspaceId: 'gone', createdAt: OLD }),
      ],
      [
        'a bot with an unknown setting',
        ['malformed-item'],
        (t) => Object.assign(draft(t), { webhookReplies: 'no' }),
      ],
      ['a bot without a revision', ['malformed-item'], (t) => delete draft(t).revision],
      [
        'a bot whose source has no digest',
        ['malformed-item'],
        (t) => Object.assign(listed(draft(t)), { source: { id: 'source' } }),
      ],
      ['a bot whose id is not its own', ['malformed-item'], (t) => Object.assign(draft(t), { id: 'other' })],
      [
        'a bot in no workspace',
        ['missing-workspace'],
        (t) => Object.assign(draft(t), { workspaceId: 'gone', gsi1pk: 'WORKSPACE#gone#BOTS' }),
      ],
      [
        'an archived bot in the list of bots',
        ['wrong-index-keys'],
        (t) => Object.assign(draft(t, lived.archivedBotId), { gsi1pk: `WORKSPACE#${api.workspaceId}#BOTS` }),
      ],
      [
        'a document that cannot be decoded',
        ['undecodable-content'],
        (t) => {
          (draft(t).document as { rawBytes: number }).rawBytes += 1;
        },
      ],
      [
        'a document whose parts are in disorder',
        ['undecodable-content'],
        (t) => {
          toPart(t).bytes = new Uint8Array(9);
        },
      ],
      ['a part that is gone', ['parts-missing'], (t) => t.delete(toPart(t))],
      ['parts that nothing points to', ['parts-left-behind'], (t) => t.put(newPart(OLD))],
      ['parts of an unknown time', ['parts-left-behind'], (t) => t.put(newPart())],
      [
        'parts of a bot that was never written',
        ['parts-left-behind'],
        (t) => t.put({ ...newPart(OLD), ...keys.documentPart('never-written', 'nobody', 0) }),
      ],
      [
        'a claim without its bot',
        ['claim-of-no-bot'],
        (t) => t.put({ ...keys.publicIdClaim('x'), botId: 'gone' }),
      ],
      [
        'a claim that its bot does not want',
        ['claim-not-wanted', 'claim-not-wanted'],
        (t) => {
          t.put({ ...keys.publicIdClaim('x'), botId: lived.botId });
          t.put({ ...keys.customDomainClaim('x.example.com'), botId: lived.botId });
        },
      ],
      ['a bot without its claim', ['claim-missing'], (t) => t.delete(publicId(t))],
      ['a bot without its domain', ['claim-missing'], (t) => t.delete(t.find('DOMAIN#'))],
      [
        'a domain whose claim names another publicId',
        ['claim-outdated'],
        (t) => Object.assign(t.find('DOMAIN#'), { publicId: 'other' }),
      ],
      [
        'a registered domain of no workspace',
        ['missing-workspace'],
        (t) => {
          const { createdAt } = t.find('HOST#');
          t.put({
            ...keys.registeredDomain('x.example.com'),
            ...indexKeys.domainOfWorkspace('gone', String(createdAt), 'x.example.com'),
            name: 'x.example.com',
            workspaceId: 'gone',
            createdAt,
          });
        },
      ],
      [
        'credentials with a value in the table',
        ['malformed-item'],
        (t) => Object.assign(t.find('CREDENTIALS#'), { data: { apiKey: 'x' } }),
      ],
      [
        'folders that are in each other',
        ['malformed-item'],
        (t) => {
          const [one, other] = t.find('FOLDERS#').folders as { id: string; parentFolderId?: string }[];
          if (one && other) Object.assign(one, { parentFolderId: other.id });
          if (one && other) Object.assign(other, { parentFolderId: one.id });
        },
      ],
      ['a registered domain that is in no list', ['wrong-index-keys'], (t) => delete t.find('HOST#').gsi1pk],
      [
        "a claim that is another bot's",
        ['claim-not-wanted', 'claim-of-another-bot'],
        (t) => Object.assign(publicId(t), { botId: lived.largeBotId }),
      ],
      ['a claim of an older release', ['claim-outdated'], (t) => Object.assign(publicId(t), { release: 1 })],
      ['a claim of a bot that is open', ['claim-outdated'], (t) => delete publicId(t).isClosed],
      [
        'a claim of a bot that takes replies for data',
        ['claim-outdated'],
        (t) => delete publicId(t).webhookReplies,
      ],
      [
        'a published copy that is gone',
        ['published-copy-missing'],
        (t) => t.delete(keys.published(lived.botId)),
      ],
      [
        'a published copy of a bot that is not published',
        ['published-copy-unclaimed', 'claim-outdated'],
        (t) => delete listed(draft(t)).published,
      ],
      [
        'a published copy of another time',
        ['published-copy-differs'],
        (t) => Object.assign(t.get(keys.published(lived.botId)), { publishedAt: OLD }),
      ],
      ['a release that is gone', ['release-missing'], (t) => t.delete(keys.release(lived.botId, 1))],
      [
        'a release too many',
        ['release-unknown'],
        (t) => {
          const release = t.get(keys.release(lived.botId, 2));
          t.put({
            ...release,
            ...keys.release(lived.botId, 3),
            release: 3,
            gsi1sk: `${release.createdAt}#00000003`,
          });
        },
      ],
      [
        'a newest release that holds something else',
        ['release-differs', 'release-differs'],
        (t) => Object.assign(t.get(keys.release(lived.botId, 2)), { digest: 'other' }),
      ],
      [
        'a draft that is not the release it is said to be',
        ['release-differs'],
        (t) => Object.assign(draft(t), { draftRelease: 2 }),
      ],
      [
        'a bot without its head',
        ['missing-bot', 'claim-of-no-bot', 'claim-of-no-bot'],
        (t) => t.delete(keys.draft(lived.botId)),
      ],
      [
        'a result of no bot',
        ['missing-bot'],
        (t) => Object.assign(t.find('RESULT#', '#META'), { botId: 'gone', gsi1pk: 'BOT#gone#RESULTS' }),
      ],
      [
        'a result of another workspace',
        ['other-workspace', 'other-workspace'],
        (t) => Object.assign(t.find(`RESULT#${lived.resultId}`, '#META'), { workspaceId: 'other' }),
      ],
      ['a result without variables', ['malformed-item'], (t) => delete t.find('RESULT#', '#META').variables],
      [
        'a result that has lost its item',
        ['answer-without-result', 'answer-without-result', 'logs-without-result', 'session-without-result'],
        (t) => t.delete(keys.result(lived.resultId)),
      ],
      [
        'a session that its result does not list',
        ['session-not-listed'],
        (t) => Object.assign(t.find(`RESULT#${lived.resultId}`, '#META'), { sessions: { other: 1 } }),
      ],
      [
        'a result whose erasure was interrupted long ago',
        ['erasure-unfinished'],
        (t) => Object.assign(t.find('RESULT#', '#META'), { endedAt: OLD }),
      ],
      [
        'an end of chats without a time',
        ['malformed-item'],
        (t) => delete t.find('BOT#', 'CHATS_ENDED').endedAt,
      ],
      ['an answer without content', ['malformed-item'], (t) => delete t.find('RESULT#', 'ANSWER#').content],
      [
        'an answer of another result',
        ['malformed-item'],
        (t) => Object.assign(t.find('RESULT#', 'ANSWER#'), { resultId: 'other' }),
      ],
      [
        'logs that cannot be decoded',
        ['undecodable-content'],
        (t) => {
          (t.find('LOGS#').entries as { rawBytes: number }).rawBytes += 1;
        },
      ],
      ['a session without a time', ['malformed-item'], (t) => delete t.find('SESSION#').expiresAt],
      ['a session of no bot', ['missing-bot'], (t) => Object.assign(t.find('SESSION#'), { botId: 'gone' })],
      [
        'a session whose state cannot be decoded',
        ['undecodable-content'],
        (t) => {
          (t.get(keys.session(lived.sessionId)).state as { rawBytes: number }).rawBytes += 1;
        },
      ],
      [
        'a session whose last turn cannot be decoded',
        ['undecodable-content'],
        (t) => {
          (t.get(keys.session(lived.endedSessionId)).ending as { rawBytes: number }).rawBytes += 1;
        },
      ],
      [
        'a counter that is not a number',
        ['malformed-item'],
        (t) => Object.assign(t.find('STATS#'), { v07: 'many' }),
      ],
      [
        'a remembered erasure that says more than its time',
        ['malformed-item'],
        (t) => Object.assign(t.find('ERASED#'), { resultId: lived.resultId }),
      ],
      [
        'a remembered erasure of no bot',
        ['missing-bot'],
        (t) => t.put({ ...keys.erasedResult('gone', '0'.repeat(64)), erasedAt: OLD }),
      ],
      [
        'counters of no bot',
        ['missing-bot'],
        (t) => t.put({ ...keys.statsOfDay('gone', '2026-05-04', 1), v07: 1 }),
      ],
      [
        'counters of nothing',
        ['malformed-item'],
        (t) => t.put({ ...keys.statsOfDay(lived.botId, '2026-05-04', 1) }),
      ],
      [
        'an audit entry of no workspace',
        ['missing-workspace'],
        (t) => t.put({ ...t.find('AUDIT#'), pk: 'AUDIT#gone', workspaceId: 'gone' }),
      ],
      ['an audit entry without an actor', ['malformed-item'], (t) => delete t.find('AUDIT#').actor],
      [
        'an audit entry of another workspace',
        ['malformed-item'],
        (t) => Object.assign(t.find('AUDIT#'), { workspaceId: 'other' }),
      ],
      [
        'a draft whose change does not say who made it',
        ['malformed-item'],
        (t) => Object.assign(draft(t), { change: { id: 'c1' } }),
      ],
      [
        'a quota of no workspace',
        ['missing-workspace'],
        (t) => t.put({ ...t.find('QUOTA#'), pk: 'QUOTA#gone' }),
      ],
      [
        'a quota that nothing was taken of',
        ['malformed-item'],
        (t) => Object.assign(t.find('QUOTA#'), { used: 0 }),
      ],
      [
        'a key without a lock and an answer',
        ['malformed-item'],
        (t) => {
          const kept = [...t.items.values()].find(
            (item) => item.answer && !('parts' in (item.answer as object)),
          );
          delete kept?.answer;
        },
      ],
      [
        'a kept response without a part',
        ['kept-answer-parts-missing'],
        (t) => t.delete(t.find('IDEMPOTENCY#', 'PART#')),
      ],
      [
        'a part of an answer that no key points to',
        ['kept-answer-parts-left-behind'],
        (t) => {
          const part = t.find('IDEMPOTENCY#', 'PART#');
          t.put({ ...part, sk: 'PART#nobody#000', expiresAt: nowSeconds() + DAY_SECONDS });
        },
      ],
    ];

    it('plants every kind of problem', () => {
      const planted = new Set(DAMAGE.flatMap(([, found]) => found));
      expect(PROBLEM_NAMES.filter((name) => !planted.has(name))).toStrictEqual([]);
    });

    it.each(DAMAGE)('finds %s', async (_, expected, damage) => {
      const table = copy();
      damage(table);
      const findings = await table.verify();
      expect(findings.map(({ problem }) => problem).sort()).toStrictEqual([...expected].sort());
      for (const { advice, detail } of findings) expect(`${advice}${detail}`).not.toMatch(/NaN|\[object/);
    });

    it('marks as deletable answers and logs without a result, and day-old parts', async () => {
      const table = copy();
      const logs = table.find(`LOGS#${lived.resultId}`);
      table.delete(keys.result(lived.resultId));
      table.put(newPart(OLD));
      table.put({ ...newPart(new Date(Date.now() - 60 * 60_000).toISOString()), sk: 'PART#an-hour-ago#000' });
      const garbage = (await table.verify()).flatMap((finding) => finding.garbage ?? []);
      expect(garbage.map(({ pk, sk }) => `${pk} ${sk.slice(0, 11)}`).sort()).toStrictEqual([
        `BOT#${lived.botId} PART#nobody`,
        `LOGS#${lived.resultId} ${logs.sk.slice(0, 11)}`,
        ...Array(2).fill(`RESULT#${lived.resultId} ANSWER#${logs.sk.slice(0, 4)}`),
      ]);
    });

    describe('reports nothing', () => {
      it('for expired items', async () => {
        const table = copy();
        table.put({ ...table.find('SESSION#'), id: 'x', ...keys.session('x'), botId: 'gone', expiresAt: 1 });
        expect(await table.verify()).toStrictEqual([]);
      });

      it('for answers whose result has just been deleted by retention', async () => {
        const table = copy();
        table.delete(keys.result(lived.resultId));
        for (const item of table.items.values()) {
          if (/^(RESULT|LOGS)#/.test(String(item.pk))) item.expiresAt = nowSeconds() + DAY_SECONDS;
          if (String(item.pk).startsWith('SESSION#')) item.createdAt = OLD;
        }
        expect(await table.verify({ retentionDays: 30 })).toStrictEqual([]);
      });

      it('for an import interrupted between writing its parts and the bot', async () => {
        const table = copy();
        const parts = keys.documentPart('just-begun', 'some', 0);
        table.put({ ...newPart(new Date().toISOString()), ...parts });
        expect(await table.verify()).toStrictEqual([]);
      });

      it('for an erasure in progress', async () => {
        const table = copy();
        Object.assign(table.find('RESULT#', '#META'), { endedAt: new Date().toISOString() });
        expect(await table.verify()).toStrictEqual([]);
      });

      it('for a session whose result has no session list', async () => {
        const table = copy();
        for (const item of table.items.values()) delete item.sessions;
        expect(await table.verify()).toStrictEqual([]);
      });

      it('for recently written parts', async () => {
        const table = copy();
        table.put(newPart(new Date().toISOString()));
        const kept = table.find('IDEMPOTENCY#', 'PART#');
        table.put({ ...kept, sk: 'PART#under-way#000' });
        expect(await table.verify()).toStrictEqual([]);
      });

      it('for items that were being written', async () => {
        const table = copy();
        const result = table.find(`RESULT#${lived.resultId}`, '#META');
        table.delete(keys.result(lived.resultId));
        let reads = 0;
        const reader: TableReader = {
          ...table.reader,
          getItems: async (wanted) => {
            // The result exists by the time it is looked up again.
            if (wanted.some(({ pk }) => pk === result.pk) && ++reads > 1) table.put(result);
            return await table.reader.getItems(wanted);
          },
        };
        const found = await collect(verifyItems(table.pages(100), reader, { pauseMs: 0 }));
        expect([found, reads > 1]).toStrictEqual([[], true]);
      });

      it('for a bot saved while it is being read', async () => {
        const table = copy();
        const [head, key] = [draft(table), keys.published(lived.botId)];
        const published = table.get(key);
        // Simulates a concurrent reader that sees the published copy from before the save and the head from
        // after it.
        table.put({ ...published, publishedAt: OLD });
        let reads = 0;
        const reader: TableReader = {
          ...table.reader,
          readPartition: async function* (pk) {
            yield* table.reader.readPartition(pk);
            if (pk !== key.pk || ++reads > 1) return;
            table.put({ ...head, writes: Number(head.writes) + 1 });
            table.put(published);
          },
        };
        const found = await collect(verifyItems(table.pages(100), reader, { pauseMs: 0, looks: 1 }));
        expect([found, reads]).toStrictEqual([[], 2]);
      });
    });
  });
});
