import type { Profiler } from 'node:inspector';

type Frame = Profiler.ProfileNode['callFrame'];

/**
 * What a request's time is spent on, by the function at the top of the stack. The first rule that matches counts;
 * built-in functions, which have no file, count for their caller.
 */
const PHASES: [phase: string, matches: (frame: Frame) => boolean][] = [
  ['time limits', ({ functionName, url }) => url === 'node:vm' || functionName === 'runInContext'],
  ['parse and stringify', ({ functionName, url }) => url === '' && /^(parse|stringify)$/.test(functionName)],
  ['parse and stringify', ({ url }) => url.includes('/lib/platform/json/')],
  ['compress', ({ functionName, url }) => url === 'node:zlib' || /zstd/i.test(functionName)],
  ['check', ({ url }) => url.includes('/zod/') || url.includes('/lib/platform/validation/')],
  ['migrate', ({ url }) => url.includes('/lib/bots/migrations/')],
  ['Markdown', ({ url }) => /micromark|mdast|\/rich-text\//.test(url)],
  ['engine', ({ url }) => url.includes('/lib/engine/')],
  [
    'sign',
    ({ url }) =>
      /signature|sha256|hash|hex-encoding|middleware-signing|\/auth\//i.test(url) ||
      url.startsWith('node:internal/crypto'),
  ],
  ['marshal', ({ url }) => /util-dynamodb|lib-dynamodb/.test(url)],
  [
    'send',
    ({ url }) =>
      /(node|dynamodb)-http-handler|node:_http|node:http|node:net|node:stream|node:internal\/(streams|http|net|stream_base|timers)|node:events|node:buffer/.test(
        url,
      ),
  ],
  ['SDK', ({ url }) => /@aws-sdk|@smithy|@aws\//.test(url)],
  ['middy', ({ url }) => url.includes('/@middy/')],
  ['log', ({ url }) => /powertools|observability/.test(url)],
  ['local gateway', ({ url }) => url.includes('/apps/local/')],
  ['service', ({ url }) => url.includes('/lib/') || url.includes('/functions/')],
  ['garbage collection', ({ functionName }) => functionName === '(garbage collector)'],
  ['native', ({ functionName }) => functionName === '(program)'],
];

/** Returns each phase's share of the samples, largest first. Ignores idle time. */
export function getProfilePhases({ nodes, samples = [] }: Profiler.Profile): Record<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  );
  const phases = new Map<number, string | undefined>();
  const findPhase = (id: number): string | undefined => {
    if (phases.has(id)) return phases.get(id);
    const frame = byId.get(id)?.callFrame;
    const own = frame && PHASES.find(([, matches]) => matches(frame))?.[0];
    const parent = parents.get(id);
    const phase = own ?? (parent === undefined ? undefined : findPhase(parent));
    phases.set(id, phase);
    return phase;
  };
  const counts = new Map<string, number>();
  for (const id of samples) {
    if (byId.get(id)?.callFrame.functionName === '(idle)') continue;
    const phase = findPhase(id) ?? 'other';
    counts.set(phase, (counts.get(phase) ?? 0) + 1);
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return Object.fromEntries(
    [...counts].toSorted(([, a], [, b]) => b - a).map(([phase, count]) => [phase, count / total]),
  );
}
