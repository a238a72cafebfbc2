import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Client } from '#apps/client/client.ts';
import type { PublicationState } from './bot-publication.ts';

/** A bot's draft as the API returns it. */
export type Bot = Awaited<ReturnType<Client['getBot']>>['bot'];

export type OpenBot = {
  bot: Bot;
  /** Undefined while it is being looked up. */
  publication: PublicationState | undefined;
  /** Address of the bot's page, if it is published. */
  address: string | undefined;
  /** Loads the bot and what belongs to it again, after a change. */
  reload: () => void;
  /** Shows the bot as it has just been saved, without loading it. */
  change: (bot: Bot) => void;
};

export const BotContext = createContext<OpenBot | undefined>(undefined);

/**
 * Returns the bot whose page is open.
 *
 * @throws Error outside of a bot's page
 */
export function useBot(): OpenBot {
  const open = useContext(BotContext);
  if (!open) throw new Error('Not inside of the page of a bot');
  return open;
}
