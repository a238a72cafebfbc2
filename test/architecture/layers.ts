/*
 * The layers of the service, written down once. A room may import from the rooms below it, and from nothing else: not
 * from above, and not from its neighbours on the same floor. `layers.test.ts` holds the whole tree to it, type-only
 * imports included.
 */

/** A folder of the repository without the folders that are rooms themselves, or a single file. */
export type Room = string;

/** From the ground up; what stands on one line knows nothing of each other. */
export const LAYERS: readonly (readonly Room[])[] = [
  // What every room may use: values, errors, and lines of the log.
  ['lib/json', 'lib/errors', 'lib/lambda', 'lib/observability'],
  ['lib/validation', 'lib/store', 'lib/auth'],
  ['lib/idempotency'],

  // Bots: documents of every version, what a flow says, where both are stored, and what can be done with a bot.
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

  // HTTP: the pipeline knows a contract, never the domain; contracts name what the domain takes and returns.
  ['lib/http'],
  ['lib/results/contracts'],
  ['lib/bots/contracts', 'lib/chat/contracts', 'lib/analytics/contracts', 'lib/workspaces/contracts'],
  ['lib/tokens/contracts'],
  ['functions', 'lib/endpoints.ts'],

  // Applications around the service. Nothing that is deployed as a function comes from here.
  ['lib/client', 'lib/verification'],
  ['lib/apps/terminal', 'lib/apps/documentation'],
  ['lib/apps/chat-page'],
  ['lib/apps/local'],
  ['lib/apps/admin', 'lib/apps/cli'],
  ['infra'],
  ['test'],
];

/** What the engine may use of the service: how a document is written and migrated. No store, no request, no clock but its own. */
export const ENGINE_MAY_IMPORT: readonly Room[] = [
  'lib/json',
  'lib/errors',
  'lib/observability',
  'lib/bots/document',
  'lib/bots/migrations',
];
