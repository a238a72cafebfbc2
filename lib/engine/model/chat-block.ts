import type { JsonObject } from '#lib/json/json-object.ts';

/** A block of a flow that is walked. A document may hold anything in a block: a module reads the rest with care. */
export type ChatBlock = JsonObject & { id: string; type: string; outgoingEdgeId?: string };

export type ChatGroup = { id: string; title: string; blocks: ChatBlock[] };
