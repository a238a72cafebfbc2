import { toClaims } from '#lib/bots/store/bot-claims.ts';
import { toHead } from '#lib/bots/store/bot-item.ts';
import { withdrawBot } from '#lib/bots/store/withdrawal-store.ts';
import {
  ConditionFailedError,
  getItem,
  type Item,
  isExpired,
  putItem,
  queryOnce,
  writeItems,
} from '#lib/platform/store/dynamodb.ts';
import { type Key, keys, lists } from '#lib/platform/store/keys.ts';
import { getListedAttributes } from '#lib/platform/store/listed-attributes.ts';
import type { RestoredTable } from './restored-table.ts';

/** Numbers of items that were copied, or would be. */
export type CopyCounts = {
  bots: number;
  results: number;
  items: number;
  /** Bots, results and other items that the table already has. They are not copied. */
  kept: number;
  /** Items that have expired in the meantime. */
  expired: number;
  /** Public ids and domains that another bot has taken in the meantime. */
  takenNames: string[];
};

export type CopyOptions = {
  from: RestoredTable;
  /** If false, items are only counted. */
  isApplied: boolean;
  /** Whether to replace a bot that the table already has. Results and other items are never replaced. */
  replacesBots: boolean;
};

/**
 * Copies items from a restored table to the service's table. Existing items are newer and are kept: a bot or
 * result is copied either completely or not at all. Tokens, invitations, people and sessions are not copied, because
 * what has been revoked would become valid again.
 */
export class CopyBack {
  readonly counts: CopyCounts = { bots: 0, results: 0, items: 0, kept: 0, expired: 0, takenNames: [] };
  readonly #options: CopyOptions;
  /** Partitions to clear before they are copied. */
  readonly #replaced = new Set<string>();

  constructor(options: CopyOptions) {
    this.#options = options;
  }

  /** @returns false if the restored table does not have the workspace */
  async workspace(workspaceId: string): Promise<boolean> {
    const { from } = this.#options;
    const workspace = await from.getItem(keys.workspace(workspaceId));
    if (!workspace) return false;
    // Copied first, because the stream adds an audit entry for every copied item that has a `change`.
    await this.#putAll(keys.auditTrail(workspaceId));
    const { erasedSince: _, ...item } = workspace;
    await this.#put(item);
    for (const makerId of (workspace.makers as string[] | undefined) ?? []) {
      const entry = await from.getItem(keys.madeWorkspace(makerId, String(workspace.createdAt), workspaceId));
      if (entry) await this.#put(entry);
    }
    await this.#domains(workspaceId);
    await this.#credentials(workspaceId);
    await this.#putAll(keys.folders(workspaceId).pk);
    for (const list of [lists.bots(workspaceId), lists.archivedBots(workspaceId)]) {
      for await (const page of from.list(list)) {
        for (const { pk } of page) await this.bot(pk.slice('BOT#'.length));
      }
    }
    return true;
  }

  /** Copies what the table knew of credentials. Their values are in no backup, so nobody knows whether they still exist. */
  async #credentials(workspaceId: string): Promise<void> {
    for await (const page of this.#options.from.partition(keys.credentialsPartition(workspaceId))) {
      for (const item of page) await this.#put({ ...item, state: 'incomplete' });
    }
  }

  /** Copies the names that the workspace had registered. One that another workspace has in the meantime stays there. */
  async #domains(workspaceId: string): Promise<void> {
    const { from } = this.#options;
    for await (const page of from.list(lists.domains(workspaceId))) {
      for (const { pk } of page) {
        const domain = await from.getItem(keys.registeredDomain(pk.slice('HOST#'.length)));
        if (domain) await this.#put(domain);
      }
    }
  }

  /** @returns false if the restored table does not have the bot */
  async bot(botId: string): Promise<boolean> {
    const { from, isApplied, replacesBots } = this.#options;
    const draft = await from.getItem(keys.draft(botId));
    if (!draft) return false;
    await this.#require(keys.workspace(String(draft.workspaceId)), 'The workspace of the bot');
    const isThere = (await getItem(keys.draft(botId))) !== undefined;
    if (isThere && !replacesBots) {
      this.counts.kept += 1;
    } else {
      if (isThere) this.#replaced.add(keys.draft(botId).pk);
      if (isThere && isApplied) await this.#remove(botId);
      this.counts.bots += 1;
      await this.#putAll(keys.draft(botId).pk, ({ sk }) => sk !== 'DRAFT');
      const own = await this.#claimed(draft);
      // Copied last, so that an interrupted copy is repeated completely.
      await this.#put(own);
    }
    await this.#putAll(keys.statsPartition(botId));
    await this.#putAll(keys.erasedPartition(botId));
    for await (const page of from.list(lists.results(botId))) {
      for (const { pk } of page) await this.result(pk.slice('RESULT#'.length));
    }
    return true;
  }

  /** @returns false if the restored table does not have the result */
  async result(resultId: string): Promise<boolean> {
    const { from } = this.#options;
    const key = keys.result(resultId);
    const result = await from.getItem(key);
    if (!result || isExpired(result)) return false;
    await this.#require(keys.draft(String(result.botId)), 'The bot of the result');
    if (await getItem(key)) {
      this.counts.kept += 1;
      return true;
    }
    this.counts.results += 1;
    await this.#putAll(key.pk, ({ sk }) => sk !== key.sk);
    await this.#putAll(keys.logPartition(resultId));
    // Its chats cannot continue, because sessions are not copied.
    const { sessions: _, endedAt: __, change: ___, ...item } = result;
    await this.#put({ ...item, sessions: {} });
    return true;
  }

  /** Throws if the owner of the copied items does not exist. A rehearsal skips this check. */
  async #require(key: Key, what: string): Promise<void> {
    if (!this.#options.isApplied || (await getItem(key))) return;
    throw new Error(`${what} is not in the table: copy it back first`);
  }

  /** Deletes a bot before it is replaced, because a newer release would block the next publication. */
  async #remove(botId: string): Promise<void> {
    await withdrawBot(botId);
    const { pk } = keys.draft(botId);
    for (;;) {
      const { items } = await queryOnce({ keyCondition: 'pk = :pk', values: { ':pk': pk } }, { limit: 100 });
      if (items.length === 0) return;
      await writeItems(items.map(({ sk }) => ({ delete: { pk, sk } as Key })));
    }
  }

  /**
   * Claims the bot's public id and domain. The claim on a public id also determines the release that chats
   * start with.
   *
   * @returns the bot without names that another bot has taken
   */
  async #claimed(draft: Item): Promise<Item> {
    const head = toHead(draft);
    const { publicId, ...listed } = getListedAttributes(draft);
    const { customDomain, ...others } = draft;
    const bot: Item = { ...others, listed, customDomain };
    let claimed = { ...head, publicId: null as string | null, customDomain: null as string | null };
    for (const field of ['publicId', 'customDomain'] as const) {
      const wanted = { ...claimed, [field]: head[field] };
      // The claim of a domain comes last, and names the publicId if the bot could keep that.
      const claim = head[field] === null ? undefined : toClaims(wanted).at(-1);
      if (!claim) continue;
      const holder = await getItem({ pk: claim.pk, sk: claim.sk });
      if (holder && holder.botId !== head.id) {
        this.counts.takenNames.push(String(head[field]));
        if (field === 'customDomain') bot.customDomain = undefined;
      } else {
        await this.#put({ ...claim, botId: head.id });
        claimed = wanted;
        if (field === 'publicId') bot.listed = { ...listed, publicId };
      }
    }
    return bot;
  }

  async #putAll(pk: string, accepts: (item: Item) => boolean = () => true): Promise<void> {
    for await (const page of this.#options.from.partition(pk)) {
      for (const item of page.filter(accepts)) await this.#put(item);
    }
  }

  async #put(item: Item): Promise<void> {
    if (isExpired(item)) {
      this.counts.expired += 1;
    } else if (await this.#isPut(item)) {
      this.counts.items += 1;
    } else {
      this.counts.kept += 1;
    }
  }

  async #isPut(item: Item): Promise<boolean> {
    if (!this.#options.isApplied && this.#replaced.has(String(item.pk))) return true;
    if (!this.#options.isApplied) return (await getItem({ pk: item.pk, sk: item.sk } as Key)) === undefined;
    try {
      await putItem(item, { expression: 'attribute_not_exists(pk)' });
      return true;
    } catch (error) {
      if (error instanceof ConditionFailedError) return false;
      throw error;
    }
  }
}
