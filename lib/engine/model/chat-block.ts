import type { JsonObject } from '#lib/json/json-object.ts';

/**
 * A block of a flow as the engine walks it. Its other fields may hold anything, so modules check what they
 * read.
 */
export type ChatBlock = JsonObject & { id: string; type: string; outgoingEdgeId?: string };

export type ChatGroup = { id: string; title: string; blocks: ChatBlock[] };
