/*
 * Names that several files export. One exported name should be one thing, wherever it is read.
 */

/** An exported name, and the files that define it. */
export type SharedName = { name: string; files: readonly string[] };

const EXPORT =
  /^export (?:default )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|type|interface) ([A-Za-z_]\w*)/gm;

/** Written from the schemas and the templates that have these names. */
const GENERATED = [
  'apps/client/operation-types.ts',
  'apps/client/operations.ts',
  'lib/engine/sandbox/machine-sources.ts',
];

/** Lambda and CloudFront call `handler` by this name; the others are what each module of their kind exports. */
const CALLED_BY_NAME = ['handler', 'addresses', 'describeEndpoint'];

/**
 * Files whose types are the API's own as a client sees them, derived from the contracts: the console's `Job` is the
 * service's. The client is a package of its own, which cannot import the service's.
 */
const VIEWS_OF_THE_API = [
  'apps/client/api-error.ts',
  'apps/console/bots/bot-context.ts',
  'apps/console/bots/listed-bot.ts',
  'apps/console/results/result-columns.ts',
  'apps/console/workspace/job-words.tsx',
  'apps/window/api/chat-types.ts',
];

/** @param sources texts by the paths of their files */
export function findSharedNames(sources: ReadonlyMap<string, string>): SharedName[] {
  const definitions = [...sources].flatMap(([file, text]) =>
    GENERATED.includes(file)
      ? []
      : [...text.matchAll(EXPORT)]
          .map(([statement, name = '']) => ({ file, name, isType: / (type|interface) /.test(statement) }))
          .filter(({ name, isType }) => !CALLED_BY_NAME.includes(name) && !(isType && isView(file))),
  );
  return [...Map.groupBy(definitions, ({ name }) => name)]
    .map(([name, found]) => ({ name, files: [...new Set(found.map(({ file }) => file))] }))
    .filter(({ files }) => files.length > 1);
}

function isView(file: string): boolean {
  return VIEWS_OF_THE_API.includes(file);
}
