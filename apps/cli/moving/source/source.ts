import { isNestedDeeper } from '#lib/platform/json/json-depth.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

/**
 * An installation of Typebot, read over its API or from its database. What both of them know, both
 * return alike.
 */
export type Source = {
  /** Address for messages, without a user or a password. */
  address: string;
  listWorkspaces(): Promise<SourceWorkspace[]>;
  /** Host names that a workspace has registered for its bots. Versions without them have none. */
  listDomains(workspaceId: string): Promise<string[]>;
  /** All folders of a workspace, parents first. Versions without them have none. */
  listFolders(workspaceId: string): Promise<SourceFolder[]>;
  /** Members of a workspace, then people whose invitation is pending. Installations without the addresses have none. */
  listPeople(workspaceId: string): Promise<SourcePerson[]>;
  /** All bots of a workspace, in all folders, oldest first. The database also returns deleted bots. */
  listBots(workspaceId: string): Promise<SourceBotEntry[]>;
  /** @throws BotUnreadableError, SourceUnreadableError */
  readBot(botId: string): Promise<SourceBot>;
  /** Number of results that `readResults` will return, as far as it can be told. For progress only. */
  countResults(botId: string): Promise<number>;
  /**
   * Reads the results of a bot that were not deleted, each once. The API does not tell those without an answer.
   *
   * @param options `logs: false` leaves the logs out, which the API has to be asked for one result at a time
   * @throws BotUnreadableError, SourceUnreadableError
   */
  readResults(botId: string, options?: { logs?: boolean }): AsyncIterable<SourceResult>;
  /** Its builder, which redirects to private files, given the token. */
  builder?: { origin: string; token: string };
  close(): Promise<void>;
};

export type SourceWorkspace = { id: string; name: string };

export type SourceFolder = { id: string; name: string; parentFolderId: string | null };

export type SourcePerson = {
  email?: string;
  name?: string;
  /** `ADMIN`, `MEMBER` or `GUEST`. */
  role: string;
  isInvited?: true;
};

export type SourceBotEntry = {
  id: string;
  name: string;
  /** Absent if the source does not list it. */
  publicId?: string | null;
};

export type SourceBot = {
  /**
   * The draft in the version that it is stored in, with `id`, `name`, `folderId`, `publicId`, `customDomain`,
   * `isArchived`, `isClosed`, `createdAt` and `updatedAt`.
   */
  draft: JsonObject;
  /** Version, flow, variables, theme and settings of the published copy, with its own `createdAt` and `updatedAt`. */
  published: JsonObject | null;
};

/** A result as `POST /v1/bots/{botId}/results/import` takes it, with its logs. */
export type SourceResult = { id: string } & JsonObject;

/** The source cannot be read. The message is meant for the user and contains no secret. */
export class SourceUnreadableError extends Error {
  override name = 'SourceUnreadableError';
}

/** One bot cannot be read. The others may be readable. */
export class BotUnreadableError extends SourceUnreadableError {
  override name = 'BotUnreadableError';
}

/** Depth that the service accepts. Bots that people build are far from it. */
export const MAX_DEPTH = 200;

/** @throws BotUnreadableError if the bot is nested so deeply that code that walks it would fail */
export function requireWalkable(bot: SourceBot, botId: string): SourceBot {
  if (!isNestedDeeper(bot, MAX_DEPTH)) return bot;
  throw new BotUnreadableError(`The bot ${botId} of the source is nested more than ${MAX_DEPTH} levels deep`);
}

/** A listed bot is gone. */
export class BotGoneError extends BotUnreadableError {
  override name = 'BotGoneError';
}
