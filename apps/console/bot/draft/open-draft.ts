import { effect } from '@preact/signals';
import { ApiError } from '#apps/client/api-error.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import type { EditOperation } from '#lib/bots/editing/operation.ts';
import { createId } from '#lib/platform/store/create-id.ts';
import type { Bot } from '../../bots/bot-context.ts';
import {
  deleteUnsentEdits,
  hashOwnerId,
  keepUnsentEdits,
  listUnsentEdits,
  markOpen,
} from '../../data/unsent-edits.ts';
import { type ConsoleSession, getOwnerId } from '../../session/session.ts';
import { createDraft, type Draft } from './draft.ts';
import { isNextEtag } from './next-etag.ts';

export type OpenDraft = {
  draft: Draft;
  /** Continues on a newer state of the bot that the console has read, with the unsaved edits on top. */
  takeOver: (bot: Bot) => void;
  /** Reads the bot, if it has changed, and continues on that. */
  refresh: (signal: AbortSignal) => Promise<void>;
  /** Finds edits that an earlier tab could not send. */
  findEarlierEdits: () => Promise<EarlierEdits | undefined>;
};

/** Edits that an earlier tab could not send. */
export type EarlierEdits = {
  count: number;
  /** Time of the latest, in epoch milliseconds. */
  savedAtMs: number;
  /** Makes them again in the open draft. */
  editAgain: () => void;
  discard: () => void;
};

/** Drafts that are being edited, with what has not been saved yet. A new sign-in has a session of its own. */
const drafts = new WeakMap<ConsoleSession['client'], Map<string, OpenDraft>>();

/** Opens the draft of a bot, or returns the one that is open already. */
export function openDraft(
  { client, token }: Pick<ConsoleSession, 'client' | 'token'>,
  bot: Bot,
  options: {
    /** Whether the bot is converted from a version that cannot be edited. */
    isMigrating: boolean;
    /** Called with the bot as the service has it after each request. */
    onSaved: (bot: Bot) => void;
  },
): OpenDraft {
  const opened = drafts.get(client) ?? new Map<string, OpenDraft>();
  drafts.set(client, opened);
  const existing = opened.get(bot.id);
  if (existing) return existing;

  const { isMigrating, onSaved } = options;
  const params = { botId: bot.id };
  const query = { migrateToLatestVersion: true };
  let latest = bot;
  /** ETag of exactly what is shown, apart from the unsent edits. Undefined if that is not known. */
  let etag: string | undefined;
  const draft = createDraft(bot as unknown as BotDocument, {
    async send(operations) {
      try {
        const body = { operations: operations as never, ...(isMigrating && { migrate: true }) };
        const { data, response } = await client.editBot.withResponse({ params, body });
        const after = response.headers.get('etag') ?? '';
        // Otherwise, somebody else has changed the bot in between, and the next reading shows how.
        etag = isNextEtag(etag, after) ? after : undefined;
        latest = { ...latest, version: data.bot.version, updatedAt: data.bot.updatedAt };
        return 'applied';
      } catch (error) {
        if (error instanceof ApiError && error.conflicts) return 'conflict';
        throw error;
      }
    },
    async read() {
      const { data, response } = await client.getBot.withResponse({ params, query });
      etag = response.headers.get('etag') ?? undefined;
      latest = data.bot;
      onSaved(latest);
      return latest as unknown as BotDocument;
    },
    onSaved(document) {
      const { name, icon, events, groups, edges, variables, theme, settings } = document as unknown as Bot;
      latest = { ...latest, name, icon, events, groups, edges, variables, theme, settings };
      onSaved(latest);
    },
  });
  const open: OpenDraft = {
    draft,
    takeOver(bot) {
      // Its own saved state comes back, and may be late.
      if (bot === latest || bot.updatedAt < latest.updatedAt) return;
      if (draft.takeOver(bot as unknown as BotDocument)) latest = bot;
    },
    async refresh(signal) {
      const headers = etag === undefined ? {} : { 'if-none-match': etag };
      try {
        const { data, response } = await client.getBot.withResponse({ params, query, headers, signal });
        const isLate = data.bot.updatedAt < latest.updatedAt;
        if (isLate || !draft.takeOver(data.bot as unknown as BotDocument)) return;
        etag = response.headers.get('etag') ?? undefined;
        latest = data.bot;
        onSaved(latest);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'NOT_MODIFIED') throw error;
      }
    },
    findEarlierEdits: () => findEarlierEdits(draft, bot, getOwnerId(token)),
  };
  opened.set(bot.id, open);
  void keepUnsent(draft, bot, getOwnerId(token));
  return open;
}

/** Stores what the service has not taken yet, whenever it changes. */
async function keepUnsent(draft: Draft, { id: botId, workspaceId }: Bot, ownerId: string): Promise<void> {
  const ownerHash = await hashOwnerId(ownerId);
  if (ownerHash === undefined) return;
  const draftId = createId();
  const key = { workspaceId, botId, draftId };
  markOpen(draftId);
  let stored: readonly EditOperation[] = [];
  let writing = Promise.resolve();
  effect(() => {
    const operations = draft.view.value.unsent;
    if (operations.length === 0 && stored.length === 0) return;
    stored = operations;
    const entry = { ...key, ownerHash, savedAtMs: Date.now(), operations };
    writing = writing.then(() => (operations.length === 0 ? deleteUnsentEdits(key) : keepUnsentEdits(entry)));
  });
}

async function findEarlierEdits(
  draft: Draft,
  { id: botId, workspaceId }: Bot,
  ownerId: string,
): Promise<EarlierEdits | undefined> {
  const ownerHash = await hashOwnerId(ownerId);
  const entries = ownerHash === undefined ? [] : await listUnsentEdits({ workspaceId, botId }, ownerHash);
  if (entries.length === 0) return undefined;
  const operations = entries
    .toSorted((a, b) => a.savedAtMs - b.savedAtMs)
    .flatMap((entry) => entry.operations as readonly EditOperation[]);
  const discard = () => {
    for (const entry of entries) void deleteUnsentEdits(entry);
  };
  return {
    count: operations.length,
    savedAtMs: Math.max(...entries.map(({ savedAtMs }) => savedAtMs)),
    editAgain: () => {
      draft.editAgain(operations);
      discard();
    },
    discard,
  };
}
