import { ApiError } from '#apps/client/api-error.ts';
import type { Client } from '#apps/client/client.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import type { Bot } from '../../bots/bot-context.ts';
import { createDraft, type Draft } from './draft.ts';

export type OpenDraft = {
  draft: Draft;
  /** Continues on a newer state of the bot that the console has read, with the unsaved edits on top. */
  takeOver: (bot: Bot) => void;
};

/** Drafts that are being edited, with what has not been saved yet. A new sign-in has a client of its own. */
const drafts = new WeakMap<Client, Map<string, OpenDraft>>();

/** Opens the draft of a bot, or returns the one that is open already. */
export function openDraft(
  client: Client,
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
  let latest = bot;
  const draft = createDraft(bot as unknown as BotDocument, {
    async send(operations) {
      try {
        const body = { operations: operations as never, ...(isMigrating && { migrate: true }) };
        const edited = await client.editBot({ params, body });
        latest = { ...latest, version: edited.bot.version, updatedAt: edited.bot.updatedAt };
        return 'applied';
      } catch (error) {
        if (error instanceof ApiError && error.conflicts) return 'conflict';
        throw error;
      }
    },
    async read() {
      const { bot: current } = await client.getBot({ params, query: { migrateToLatestVersion: true } });
      latest = current;
      onSaved(current);
      return current as unknown as BotDocument;
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
      latest = bot;
      draft.takeOver(bot as unknown as BotDocument);
    },
  };
  opened.set(bot.id, open);
  return open;
}
