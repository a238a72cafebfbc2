/*
 * The rooms of the service: folders, and what they may import. `layers.test.ts` checks every import against them,
 * type-only imports included, and that no folder grows beyond what a reader takes in at one look.
 */

/** Path of a folder from the repository's root, which itself is ''. */
type Folder = string;

/**
 * For each folder, the floors of the folders in it, from the bottom up. Files of a folder import only from floors below
 * their own: neither from above nor from a neighbor on the same floor. Files directly in the outer folder belong to
 * the room as a whole, and may import from all of its floors.
 */
export const FLOORS: Readonly<Record<Folder, readonly (readonly string[])[]>> = {
  '': [['lib'], ['functions'], ['apps'], ['infra'], ['test']],

  // Platform: what all concepts build on, and blocks: facts. Above them, one room for each concept.
  lib: [
    ['platform', 'blocks'],
    ['bots', 'workspaces'],
    ['engine'],
    ['results'],
    ['chat'],
    ['compatibility', 'jobs'],
  ],
  'lib/platform': [
    ['errors', 'json', 'observability', 'origins'],
    ['auth', 'store', 'validation'],
    ['audit', 'credentials', 'idempotency', 'quotas'],
    ['http'],
  ],
  'lib/blocks': [['ai'], ['bubbles', 'inputs', 'integrations', 'logic']],
  // Documents of every version, the flow, the stores, and what can be done with a bot.
  'lib/bots': [
    ['document', 'values'],
    ['incoming', 'migrations', 'store'],
    ['credentials', 'domains', 'flow'],
    ['editing'],
    ['draft', 'page'],
    ['folders', 'publication'],
  ],
  'lib/bots/document': [['options']],
  'lib/bots/flow': [['checks']],
  'lib/bots/flow/checks': [['blocks', 'edges', 'values']],
  'lib/workspaces': [['store'], ['tokens'], ['invitations'], ['sign-ins']],
  'lib/workspaces/tokens': [['store']],
  // Computes a turn from state, flow and reply. It does I/O only through ports.
  'lib/engine': [['model'], ['sandbox', 'text'], ['rich-text', 'services'], ['ai'], ['blocks'], ['turn']],
  'lib/engine/blocks': [['bubbles', 'inputs', 'integrations', 'logic']],
  'lib/engine/blocks/logic': [['set-variable']],
  'lib/engine/sandbox': [['machine']],
  'lib/results': [['analytics', 'logs'], ['store'], ['import']],
  'lib/chat': [
    ['adapters', 'store'],
    ['credentials', 'uploads'],
  ],
  'lib/jobs': [['erasure']],
  // By area, like functions.
  'lib/compatibility': [['bots', 'chat', 'domains', 'folders', 'publications', 'results', 'workspaces']],

  // The API by area: contract and handler side by side.
  functions: [
    [
      'bots',
      'chat',
      'credentials',
      'domains',
      'folders',
      'health',
      'invitations',
      'publications',
      'results',
      'sign-ins',
      'triggers',
      'workspaces',
    ],
    ['jobs'],
  ],

  // Applications around the service. None of them is deployed as a function.
  apps: [
    ['client', 'documents', 'operator', 'templates', 'terminal'],
    ['reference', 'sites', 'window'],
    ['bot-page', 'embed'],
    ['console'],
    ['local'],
    ['cli'],
  ],
  'apps/cli': [['chat', 'mcp', 'results', 'service'], ['import', 'jobs', 'moving'], ['dev'], ['commands']],
  'apps/cli/commands': [['bots', 'operator', 'results', 'workspaces']],
  'apps/cli/moving': [['report', 'source'], ['files'], ['credentials', 'target'], ['steps']],
  'apps/console': [
    ['data', 'styles'],
    ['parts', 'session'],
    ['layout'],
    ['bots', 'results'],
    ['bot', 'insights', 'releases', 'share', 'workspace'],
    ['app'],
  ],
  'apps/console/bot': [
    ['check', 'code-editor', 'draft', 'pictures', 'rich-text'],
    ['forms'],
    ['request-test'],
    ['editing'],
    ['look'],
  ],
  'apps/embed': [['elements']],
  'apps/local': [['database', 'files'], ['gateway']],
  'apps/operator': [['verification']],
  'apps/reference': [['blocks']],
  'apps/sites': [['edge']],
  'apps/window': [['api'], ['theme'], ['bubbles', 'inputs'], ['chat']],
  'apps/window/inputs': [['choices', 'files'], ['typed']],

  infra: [['data'], ['functions'], ['api'], ['monitoring', 'sites', 'deployment']],
};

/** Purpose of each room. `npm run docs` draws the map in CONTRIBUTING.md from this and `FLOORS`. */
export const PURPOSES: Readonly<Record<Folder, string>> = {
  test: 'follows these folders; `endpoints/` has a fixture per endpoint, `suites/` holds what crosses them, `support/` what several tests need, `bench/` the benchmark',
  infra: 'the stack, one construct per file',
  'infra/deployment': 'what `npm run deploy` reads and checks before it changes anything',
  'infra/monitoring': 'alarms, dashboard, saved queries, budget',
  'infra/sites': 'the two distributions, their files and headers',
  'infra/api': 'the two REST APIs and their firewalls',
  'infra/functions': 'how a function is bundled, configured and granted what it may touch',
  'infra/data': 'the table and the bucket, in a stack of their own',
  apps: 'what runs around the service; none of it is deployed as a function',
  'apps/cli': 'the command line `bots`: a file per command, moving from Typebot, MCP',
  'apps/operator': 'what `bots operator` does to the table: verify, erase, restore, copy back',
  'apps/local': 'the service on a laptop: gateway, database, files',
  'apps/console': 'the website on which people manage bots',
  'apps/embed': 'bots in other websites: elements, properties, commands',
  'apps/bot-page': 'the page of a published bot, and the frame of previews',
  'apps/window': "a bot's window: inputs, bubbles, theme, conversation",
  'apps/reference': "OpenAPI, the table of endpoints, the client's types: what `npm run docs` writes",
  'apps/client': 'the typed client of the API, a package of its own',
  'apps/documents': 'documents as files: JSON and YAML',
  'apps/sites': 'builds the pages, and says how they are served',
  'apps/templates': 'bots to begin with',
  'apps/terminal': 'what a command line shows and asks: tables, colours, questions, usage errors',
  functions:
    'the API: one handler per endpoint, at most 25 lines, its contract beside it; `endpoints.ts` lists them',
  'functions/jobs': 'start, list, read and cancel background jobs',
  'functions/bots': 'bots and their drafts',
  'functions/domains': 'host names that workspaces have registered',
  'functions/credentials': 'credentials that workspaces have stored',
  'functions/folders': 'folders of bots',
  'functions/health': 'whether the two APIs work',
  'functions/invitations': 'invite people to a workspace',
  'functions/sign-ins': 'sign in with an identity provider',
  'functions/publications': 'published copies, releases, the page of a bot',
  'functions/chat': 'start and continue chats, client logs, uploads',
  'functions/results': 'results, their logs, statistics',
  'functions/workspaces': 'workspaces, tokens, audit',
  'functions/triggers': 'what AWS calls: authorizer, jobs, the writer of audit entries',
  lib: 'what the service does',
  'lib/compatibility': "Typebot's addresses, around the pipeline: nothing else knows of them",
  'lib/jobs': 'work that is too long for one call, erasure included',
  'lib/chat':
    'chats: start, continue, sessions, the transaction that stores a turn; `adapters/` reach the world',
  'lib/results': 'results, their logs and statistics, and bringing them in',
  'lib/engine': 'computes a turn from state, flow and reply; does I/O only through ports',
  'lib/bots':
    'documents of every version, migrations, the flow (check, compare, draw), editing, drafts, publication, custom domains, stored credentials, folders',
  'lib/workspaces': 'workspaces, their tokens, and people: invitations, sign-ins',
  'lib/blocks': 'what is known of each type of block, as plain data',
  'lib/platform':
    'what all concepts build on: HTTP, the table, audit, quotas, credentials, logs, errors, JSON',
};

/** Limits of a folder, so that a reader takes it in at one look. */
export const MAX_ROOMS = 13;
export const MAX_FLOORS = 6;
export const MAX_FILES = 25;

/** They hold one or two files per block type, and their helpers. */
export const MAY_HAVE_MORE_FILES: readonly Folder[] = [
  'lib/blocks/inputs',
  'lib/blocks/integrations',
  'lib/engine/blocks/inputs',
  'lib/engine/blocks/integrations',
];

/** Suites and their support import each other as they like. */
export const WITHOUT_FLOORS: readonly Folder[] = ['test'];

/**
 * Rooms outside the engine that it may import: shared values, document schemas and migrations, but no stores
 * and nothing about HTTP.
 */
export const ENGINE_MAY_IMPORT: readonly Folder[] = [
  'lib/platform/json',
  'lib/platform/errors',
  'lib/platform/observability',
  'lib/platform/validation',
  'lib/blocks',
  'lib/bots/document',
  'lib/bots/values',
  'lib/bots/migrations',
];

/** The only parts that may know that requests come over HTTP. */
export const MAY_IMPORT_HTTP: readonly Folder[] = [
  'lib/platform/http',
  'lib/compatibility',
  'functions',
  'apps',
  'infra',
  'test',
];
