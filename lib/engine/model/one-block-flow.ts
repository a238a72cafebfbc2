import { migrateToLatest } from '#lib/bots/migrations/migrate.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { type ChatFlow, type ChatFlowSource, toChatFlow } from './chat-flow.ts';

/** A block that the draft need not contain, with options as in a document of version 6. */
export type LooseBlock = { type: string; options: JsonObject };

/** Id of the only group, and of the block in it. */
export const ONE_BLOCK_ID = 'block';

/**
 * Makes a flow of one block, with the variables, theme and settings of a draft.
 *
 * @param names names of variables that the flow needs as well, if the draft does not have them yet
 */
export function toOneBlockFlow(
  { flow, ...source }: ChatFlowSource,
  { type, options }: LooseBlock,
  names: readonly string[],
  createId: () => string,
): ChatFlow {
  const latest = migrateToLatest(flow);
  const known = new Set(latest.variables.map(({ name }) => name));
  const missing = names.filter((name) => !known.has(name)).map((name) => ({ id: createId(), name }));
  const block = { id: ONE_BLOCK_ID, type, options };
  const group = { id: ONE_BLOCK_ID, title: '', graphCoordinates: { x: 0, y: 0 }, blocks: [block] };
  return toChatFlow({
    ...source,
    flow: {
      ...latest,
      events: [],
      groups: [group],
      edges: [],
      variables: [...latest.variables, ...missing],
    },
  });
}
