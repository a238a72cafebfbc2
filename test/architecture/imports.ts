import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { ENGINE_MAY_IMPORT, LAYERS, type Room } from './layers.ts';

/** Violations in the imports of a tree, one line each. */
export type ImportFaults = { upward: string[]; circles: string[]; unplaced: string[]; engine: string[] };

/** Type-only imports count, because knowing a type is a dependency, too. */
export async function findImportFaults(root: string, folders: string[]): Promise<ImportFaults> {
  const { output } = await cruise(folders, {
    baseDir: root,
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    validate: true,
    ruleSet: { forbidden: [{ name: 'no-circle', severity: 'error', from: {}, to: { circular: true } }] },
  });
  const { modules, summary } = output as ICruiseResult;
  const imports = modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved, module, coreModule }) => ({
      from: source,
      to: resolved,
      name: coreModule ? `node:${module.replace(/^node:/, '')}` : module,
    })),
  );
  const own = imports.filter(({ from, to }) => isOwn(from) && isOwn(to));
  return {
    upward: own.filter(({ from, to }) => isUpward(from, to)).map(({ from, to }) => `${from} → ${to}`),
    circles: summary.violations.map(({ from, to }) => `${from} → ${to}`),
    unplaced: [...new Set(own.flatMap(({ from, to }) => [from, to]))].filter((file) => !findPlace(file)),
    engine: imports
      .filter(({ from }) => from.startsWith('lib/engine/'))
      .filter(({ to, name }) => !mayEngineImport(to, name))
      .map(({ from, name }) => `${from} → ${name}`),
  };
}

function isOwn(file: string): boolean {
  return /^(lib|functions|infra|test)\//.test(file) && !file.endsWith('.json');
}

type Place = { room: Room; floor: number };

/** The room of a file: the longest one that its path begins with. */
function findPlace(file: string): Place | undefined {
  const places = LAYERS.flatMap((rooms, floor) => rooms.map((room) => ({ room, floor })));
  return places
    .filter(({ room }) => file === room || file.startsWith(`${room}/`))
    .sort((a, b) => b.room.length - a.room.length)[0];
}

function isUpward(from: string, to: string): boolean {
  const [above, below] = [findPlace(from), findPlace(to)];
  if (!above || !below || above.room === below.room) return false;
  return above.floor <= below.floor;
}

/** The engine may import packages, but only those of Node's modules that compute. */
const NODE_MODULES_OF_THE_ENGINE = new Set(['node:crypto', 'node:util', 'node:vm', 'node:timers/promises']);

function mayEngineImport(to: string, name: string): boolean {
  if (name.startsWith('@aws-sdk/')) return false;
  if (/^(lib|functions|infra|test)\//.test(to)) {
    return [...ENGINE_MAY_IMPORT, 'lib/engine'].some((room) => to.startsWith(`${room}/`));
  }
  return !name.startsWith('node:') || NODE_MODULES_OF_THE_ENGINE.has(name);
}
