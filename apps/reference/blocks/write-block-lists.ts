import { readdir, writeFile } from 'node:fs/promises';

/*
 * `npm run docs` also writes the lists of block types and of their modules, one entry for each file in
 * `lib/blocks/<family>/`, so that a new type is in them without being entered by hand.
 */

const BLOCKS = new URL('../../../lib/blocks/', import.meta.url);
const LISTS = new URL('block-lists.ts', BLOCKS);
const WORDS = new URL('block-words.ts', BLOCKS);
const DESCRIPTIONS = new URL('block-descriptions.ts', BLOCKS);
const MODULES = new URL('../../../lib/engine/blocks/block-modules.ts', import.meta.url);

const FAMILIES = [
  { folder: 'bubbles', list: 'BUBBLE_TYPES' },
  { folder: 'inputs', list: 'INPUT_TYPES' },
  { folder: 'logic', list: 'LOGIC_TYPES' },
  { folder: 'integrations', list: 'INTEGRATION_TYPES' },
];

const HEAD = '// Written by `npm run docs` from the files in lib/blocks/. Do not edit.\n';

/** A file in `lib/blocks/`, and the names that it, the file with the block's options and its module export. */
type BlockFile = {
  path: string;
  constant: string;
  /** Absent if the type has no file with options. */
  options?: { path: string; describe: string };
  module: string;
};

/** Generates the module with a list of block types for each family. */
export async function renderBlockLists(): Promise<string> {
  const families = await readFamilies();
  const imports = families.flatMap(({ files }) =>
    files.map(({ path, constant }) => `import { ${constant} } from './${path}';\n`),
  );
  const lists = families.map(({ list, files }) => {
    const entries = files.map(({ constant }) => `  ${constant},\n`);
    return `\nexport const ${list} = [\n${entries.join('')}] as const;\n`;
  });
  return [HEAD, ...imports, ...lists].join('');
}

/** Generates the module with the words for each block type. */
export async function renderBlockWords(): Promise<string> {
  const files = await readFiles();
  return [
    HEAD,
    "import type { AnyWords } from './block-type.ts';\n",
    ...files.map(({ path, constant }) => `import { ${constant}, ${constant}_WORDS } from './${path}';\n`),
    '\nexport const BLOCK_WORDS: ReadonlyMap<string, AnyWords> = new Map<string, AnyWords>([\n',
    ...files.map(({ constant }) => `  [${constant}.type, ${constant}_WORDS],\n`),
    ']);\n',
  ].join('');
}

/** Generates the module with the strict description of each block type. */
export async function renderBlockDescriptions(): Promise<string> {
  const files = (await readFiles()).flatMap(({ options, ...file }) =>
    options ? [{ ...file, options }] : [],
  );
  return [
    HEAD,
    ...files.map(({ path, constant }) => `import { ${constant} } from './${path}';\n`),
    ...files.map(({ options }) => `import { ${options.describe} } from './${options.path}';\n`),
    "import type { BlockSchema } from './field-schema.ts';\n",
    '\n/** Builds the strict description of a block, by its type. Only checks, documentation and forms load this. */\n',
    'export const BLOCK_DESCRIPTIONS: ReadonlyMap<string, () => BlockSchema> = new Map<string, () => BlockSchema>([\n',
    ...files.map(({ constant, options }) => `  [${constant}.type, ${options.describe}],\n`),
    ']);\n',
  ].join('');
}

/** Generates the module with the list of what the engine does at each type of block. */
export async function renderBlockModules(): Promise<string> {
  const files = await readFiles();
  return [
    HEAD,
    "import type { BlockModule } from '#lib/engine/model/block-module.ts';\n",
    ...files.map(({ path, module }) => `import { ${module} } from './${path}';\n`),
    '\n/** One module per type of block. */\n',
    'export const BLOCK_MODULES: readonly BlockModule[] = [\n',
    ...files.map(({ module }) => `  ${module},\n`),
    '];\n',
  ].join('');
}

async function readFiles(): Promise<BlockFile[]> {
  return (await readFamilies()).flatMap(({ files }) => files);
}

async function readFamilies(): Promise<{ list: string; files: BlockFile[] }[]> {
  return await Promise.all(
    FAMILIES.map(async ({ folder, list }) => {
      const found = await readdir(new URL(`${folder}/`, BLOCKS));
      const names = found
        // `image.options.ts` belongs to `image.ts`.
        .flatMap((file) => /^([\w-]+)\.ts$/.exec(file)?.[1] ?? [])
        .toSorted();
      return {
        list,
        files: names.map((name) => toBlockFile(folder, name, found.includes(`${name}.options.ts`))),
      };
    }),
  );
}

function toBlockFile(folder: string, name: string, hasOptions: boolean): BlockFile {
  const pascalCase = name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  return {
    path: `${folder}/${name}.ts`,
    constant: name.replaceAll('-', '_').toUpperCase(),
    ...(hasOptions && {
      options: { path: `${folder}/${name}.options.ts`, describe: `describe${pascalCase}` },
    }),
    module: `${pascalCase.charAt(0).toLowerCase()}${pascalCase.slice(1)}Block`,
  };
}

if (import.meta.main) {
  await writeFile(LISTS, await renderBlockLists());
  await writeFile(WORDS, await renderBlockWords());
  await writeFile(DESCRIPTIONS, await renderBlockDescriptions());
  await writeFile(MODULES, await renderBlockModules());
}
