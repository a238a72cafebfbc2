/*
 * The layers of the service, written down once. A room may import from the rooms below it and from nothing
 * else: not from rooms above, and not from its neighbours on the same floor. `layers.test.ts` checks every
 * import, including type-only imports.
 */

/**
 * A folder of the repository, without those of its subfolders that are rooms themselves, or a single file.
 */
export type Room = string;

/** From the ground up. Rooms on the same line do not know each other. */
export const LAYERS: readonly (readonly Room[])[] = [
  // What every room may use: values, errors and log lines.
  ['lib/json', 'lib/errors', 'lib/lambda', 'lib/observability'],
  ['lib/validation', 'lib/store', 'lib/auth'],
  ['lib/idempotency'],

  // Bots: documents of every version, the flow, the stores, and the operations on bots.
  ['lib/bots/document'],
  ['lib/bots/migrations', 'lib/bots/flow', 'lib/bots/store'],
  ['lib/bots'],

  // The conversation engine: a turn computed from state, flow and reply. It reaches the world through ports only.
  ['lib/engine/model'],
  ['lib/engine/text', 'lib/engine/sandbox'],
  ['lib/engine/services', 'lib/engine/rich-text'],
  ['lib/engine/ai'],
  ['lib/engine/blocks'],
  ['lib/engine/turn'],
  ['lib/chat-adapters', 'lib/quotas'],

  // Workspaces, tokens, results, chats.
  ['lib/workspaces/store', 'lib/logs'],
  ['lib/tokens/store', 'lib/results'],
  ['lib/workspaces', 'lib/analytics'],
  ['lib/tokens', 'lib/chat'],

  // HTTP: the pipeline knows contracts, never the domain. Contracts name what the domain takes and returns.
  ['lib/http'],
  ['lib/results/contracts'],
  ['lib/bots/contracts', 'lib/chat/contracts', 'lib/analytics/contracts', 'lib/workspaces/contracts'],
  ['lib/tokens/contracts'],
  ['functions', 'lib/endpoints.ts'],

  // Applications around the service. None of this is deployed as a function.
  ['lib/client', 'lib/verification'],
  ['lib/apps/terminal', 'lib/apps/documentation'],
  ['lib/apps/chat-page'],
  ['lib/apps/local'],
  ['lib/apps/admin', 'lib/apps/cli'],
  ['infra'],
  ['test'],
];

/**
 * Rooms that the engine may import: how a document is written and migrated. No store, no request, no clock
 * but its own.
 */
export const ENGINE_MAY_IMPORT: readonly Room[] = [
  'lib/json',
  'lib/errors',
  'lib/observability',
  'lib/bots/document',
  'lib/bots/migrations',
];
