import type { JsonObject } from '#lib/platform/json/json-object.ts';

/**
 * A block as the engine sees it. Its other fields are unvalidated, so block modules validate what they read.
 */
export type ChatBlock = JsonObject & { id: string; type: string; outgoingEdgeId?: string };

export type ChatGroup = { id: string; title: string; blocks: ChatBlock[] };
