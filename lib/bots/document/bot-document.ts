import type * as z from 'zod';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import type { resultsTablePreferences, settings, theme } from './bot-schema.ts';
import type { BotVersion } from './bot-version.ts';
import type { EVENT_TYPES } from './event-types.ts';

/*
 * A bot as its owner sent it, with known and unknown fields. The types cover only the fields the service uses.
 * Blocks are not typed because they are stored unchanged.
 */

export type Coordinates = { x: number; y: number };

export type BotEvent = JsonObject & {
  id: string;
  type: (typeof EVENT_TYPES)[number];
  graphCoordinates: Coordinates;
  outgoingEdgeId?: string;
};

export type Group = JsonObject & {
  id: string;
  title: string;
  graphCoordinates: Coordinates;
  blocks: unknown[];
};

export type Theme = z.output<ReturnType<typeof theme>>;
export type Settings = z.output<ReturnType<typeof settings>>;
export type ResultsTablePreferences = z.output<ReturnType<typeof resultsTablePreferences>>;

export type Edge = JsonObject & {
  id: string;
  from: JsonObject & { blockId?: string; itemId?: string; eventId?: string; pathId?: string };
  to: JsonObject & { groupId: string; blockId?: string };
};

export type Variable = JsonObject & {
  id: string;
  name: string;
  value?: string | (string | null)[] | null;
};

/** The part of a bot that is published. */
export type BotFlow = JsonObject & {
  version: BotVersion;
  /** Null in the V5 variant, which uses a start block instead. */
  events: BotEvent[] | null;
  groups: Group[];
  edges: Edge[];
  variables: Variable[];
  theme: Theme;
  settings: Settings;
};

/** Everything about a bot that its owner controls. Server-controlled fields are in `BotHead`. */
export type BotDocument = BotFlow & { name: string };
