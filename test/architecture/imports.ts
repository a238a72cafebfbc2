import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { ENGINE_MAY_IMPORT, LAYERS, type Room } from './layers.ts';

/** Import violations, one line each. */
export type ImportFaults = { upward: string[]; circles: string[]; unplaced: string[]; engine: string[] };

/** Checks all imports, including type-only ones, because depending on a type is also a dependency. */
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

/** Finds a file's room: the most specific one whose path contains the file. */
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

/** Node modules that the engine may import, because they do no I/O. */
const NODE_MODULES_OF_THE_ENGINE = new Set(['node:crypto', 'node:util', 'node:vm', 'node:timers/promises']);

function mayEngineImport(to: string, name: string): boolean {
  if (name.startsWith('@aws-sdk/')) return false;
  if (/^(lib|functions|infra|test)\//.test(to)) {
    return [...ENGINE_MAY_IMPORT, 'lib/engine'].some((room) => to.startsWith(`${room}/`));
  }
  return !name.startsWith('node:') || NODE_MODULES_OF_THE_ENGINE.has(name);
}
