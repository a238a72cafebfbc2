import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { ENGINE_MAY_IMPORT, FLOORS, MAY_IMPORT_HTTP, WITHOUT_FLOORS } from './layers.ts';

/** Import violations, one line each. */
export type ImportFaults = {
  upward: string[];
  circles: string[];
  unplaced: string[];
  engine: string[];
  http: string[];
};

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
  const between = own.map((one) => ({ ...one, ...findRooms(one.from, one.to) }));
  return {
    upward: between.filter(isUpward).map(({ from, to }) => `${from} → ${to}`),
    circles: summary.violations.map(({ from, to }) => `${from} → ${to}`),
    unplaced: [...new Set(between.flatMap(findUnplaced))],
    engine: imports
      .filter(({ from }) => from.startsWith('lib/engine/'))
      .filter(({ to, name }) => !mayEngineImport(to, name))
      .map(({ from, name }) => `${from} → ${name}`),
    http: own
      .filter(({ from, to }) => isIn(to, ['lib/platform/http']) && !isIn(from, MAY_IMPORT_HTTP))
      .map(({ from, to }) => `${from} → ${to}`),
  };
}

function isOwn(file: string): boolean {
  return /^(lib|functions|apps|infra|test)\//.test(file) && !file.endsWith('.json');
}

function isIn(file: string, folders: readonly string[]): boolean {
  return folders.some((folder) => file.startsWith(`${folder}/`));
}

/** The two rooms of an import, in the innermost folder that contains both files. Undefined for a file directly in it. */
type Rooms = { folder: string; above: string | undefined; below: string | undefined };

function findRooms(from: string, to: string): Rooms {
  const [above, below] = [from.split('/').slice(0, -1), to.split('/').slice(0, -1)];
  let depth = 0;
  while (depth < above.length && above[depth] === below[depth]) depth++;
  return { folder: above.slice(0, depth).join('/'), above: above[depth], below: below[depth] };
}

function isUpward({ folder, above, below }: Rooms): boolean {
  if (above === undefined || below === undefined || isFree(folder)) return false;
  const [from, to] = [findFloor(folder, above), findFloor(folder, below)];
  return from >= 0 && to >= 0 && from <= to;
}

function findFloor(folder: string, room: string): number {
  return (FLOORS[folder] ?? []).findIndex((rooms) => rooms.includes(room));
}

/** Rooms of an import that are in no list of floors, as paths. */
function findUnplaced({ folder, above, below }: Rooms): string[] {
  if (isFree(folder)) return [];
  return [above, below]
    .filter((room) => room !== undefined)
    .filter((room) => findFloor(folder, room) < 0)
    .map((room) => (folder === '' ? room : `${folder}/${room}`));
}

function isFree(folder: string): boolean {
  return WITHOUT_FLOORS.some((free) => folder === free || folder.startsWith(`${free}/`));
}

/** Node modules that the engine may import, because they do no I/O. */
const NODE_MODULES_OF_THE_ENGINE = new Set(['node:crypto', 'node:util', 'node:vm', 'node:timers/promises']);

function mayEngineImport(to: string, name: string): boolean {
  if (name.startsWith('@aws-sdk/')) return false;
  if (/^(lib|functions|apps|infra|test)\//.test(to)) return isIn(to, [...ENGINE_MAY_IMPORT, 'lib/engine']);
  return !name.startsWith('node:') || NODE_MODULES_OF_THE_ENGINE.has(name);
}
