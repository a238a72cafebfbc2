/*
 * The layers of the service. A room may only import from the rooms below it: neither from rooms above nor from
 * its neighbors on the same floor. `layers.test.ts` checks every import, including type-only imports.
 */

/** A folder, except for subfolders that are rooms themselves, or a single file. */
export type Room = string;

/** Layers from the bottom up. Rooms on the same line must not import each other. */
export const LAYERS: readonly (readonly Room[])[] = [
  // Shared by all rooms: values, errors and logging.
  ['lib/json', 'lib/errors', 'lib/lambda', 'lib/observability'],
  // The client is down here because it must not contain anything of the server.
  ['lib/validation', 'lib/store', 'lib/auth', 'lib/client'],
  ['lib/idempotency', 'lib/audit', 'lib/credentials'],

  // Bots: documents of every version, the flow, the stores, and the operations on bots.
  ['lib/bots/document'],
  ['lib/bots/migrations', 'lib/bots/flow', 'lib/bots/store'],
  ['lib/bots'],

  // The conversation engine computes a turn from state, flow and reply. It does I/O only through ports.
  ['lib/engine/model'],
  ['lib/engine/text', 'lib/engine/sandbox'],
  ['lib/engine/services', 'lib/engine/rich-text'],
  ['lib/engine/ai'],
  ['lib/engine/blocks'],
  ['lib/engine/turn'],
  ['lib/chat-adapters', 'lib/quotas'],

  // Workspaces, tokens, results, chats.
  ['lib/workspaces/store', 'lib/logs', 'lib/chat/store'],
  ['lib/tokens/store', 'lib/results'],
  ['lib/workspaces', 'lib/analytics', 'lib/erasure'],
  ['lib/tokens', 'lib/chat', 'lib/jobs', 'lib/results/import'],

  // HTTP: the pipeline depends on contracts, not on the domain. Contracts use the domain's types.
  ['lib/http'],
  ['lib/results/contracts'],
  [
    'lib/bots/contracts',
    'lib/chat/contracts',
    'lib/analytics/contracts',
    'lib/workspaces/contracts',
    'lib/jobs/contracts',
  ],
  ['lib/tokens/contracts', 'lib/audit/contracts'],
  ['functions', 'lib/endpoints.ts'],

  // Applications around the service, none of which is deployed as a function.
  ['lib/verification'],
  ['lib/apps/terminal', 'lib/apps/documentation'],
  ['lib/apps/web/bot-window'],
  ['lib/apps/web/bot-page', 'lib/apps/web/embed'],
  ['lib/apps/web/console'],
  ['lib/apps/sites'],
  ['lib/apps/local'],
  ['lib/apps/admin', 'lib/apps/cli'],
  ['infra'],
  ['test'],
];

/**
 * Rooms outside the engine that it may import: shared values, document schemas and migrations, but no stores
 * and nothing about HTTP.
 */
export const ENGINE_MAY_IMPORT: readonly Room[] = [
  'lib/json',
  'lib/errors',
  'lib/observability',
  'lib/validation',
  'lib/bots/document',
  'lib/bots/migrations',
];
