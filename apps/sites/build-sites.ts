import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { BuildOptions, Metafile, OutputFile, Plugin } from 'esbuild';
import { loaderScript } from '#lib/platform/http/bot-page-policy.ts';
import { describeDocumentForms, describeForms } from './describe-forms.ts';
import { writeLicenses } from './package-licenses.ts';
import { IMMUTABLE, SHORT } from './site-cache.ts';
import type { Site, SiteFile } from './site-file.ts';
import { botsPage, getScripts, type PageProgram, programPage, writeTextPage } from './site-pages.ts';
import { drawTemplatePictures } from './template-pictures.ts';

export type BuiltSites = {
  files: readonly SiteFile[];
  /** Paths of the scripts of published bots' pages. */
  botPageScripts: readonly string[];
  /** The inline script in the preview's frame, for its content security policy. */
  previewFrameScript: string;
};

const APPS = resolve(import.meta.dirname, '..');

/** The name has no hash, because every script names it before the build knows the packages. */
const LICENSES = '/_assets/licenses.html';

/**
 * Bundles the pages of both sites in memory: modules with lazily loaded chunks, all with a hash in their name except
 * `/embed.js`, which website owners write into their pages.
 *
 * @throws esbuild's error if a source cannot be bundled
 */
export async function buildSites(): Promise<BuiltSites> {
  const [consoleFiles, botsFiles, embedFiles] = await Promise.all([
    bundle({ main: 'console/main.tsx' }),
    bundle({
      page: 'bot-page/main.ts',
      'preview-frame': 'bot-page/preview-frame.ts',
    }),
    bundle({ embed: 'embed/embed.ts' }, { entryNames: '[name]' }),
  ]);
  const files = new Map<string, SiteFile>();
  const add = (site: Site, path: string, body: string | Uint8Array) =>
    files.set(`${site} ${path}`, { site, path, ...describe(path), body: Buffer.from(body) });

  for (const { path, contents } of consoleFiles.outputs) add('console', path, contents);
  for (const { path, contents } of [...botsFiles.outputs, ...embedFiles.outputs]) add('bots', path, contents);

  add('console', '/index.html', programPage('Bots', programOf(consoleFiles, 'main')));
  const addLicenses = async (site: Site, ...bundles: Bundle[]) => {
    const text = await writeLicenses(bundles.map(({ metafile }) => metafile));
    add(site, LICENSES, writeTextPage('Licenses', text));
  };
  await addLicenses('console', consoleFiles);
  await addLicenses('bots', botsFiles, embedFiles);
  const frame = programOf(botsFiles, 'preview-frame');
  add('bots', '/_preview-frame', botsPage('Preview', frame));
  return {
    files: [...files.values()],
    botPageScripts: getScripts(programOf(botsFiles, 'page')),
    previewFrameScript: loaderScript(getScripts(frame)),
  };
}

type Bundle = {
  outputs: { path: string; contents: Uint8Array }[];
  metafile: Metafile;
  /** By the entry's name. */
  programs: Map<string, PageProgram>;
};

async function bundle(
  entries: Record<string, string>,
  options: Pick<BuildOptions, 'entryNames'> = {},
): Promise<Bundle> {
  const named = Object.entries(entries);
  const { build } = await import('esbuild');
  const { outputFiles, metafile } = await build({
    entryPoints: named.map(([out, file]) => ({ out, in: `${APPS}/${file}` })),
    entryNames: '_assets/[name]-[hash]',
    chunkNames: '_assets/[name]-[hash]',
    assetNames: '_assets/[name]-[hash]',
    // Paths in the metafile are relative to it, and the files' own begin with a slash.
    absWorkingDir: '/',
    outdir: '/',
    publicPath: '/',
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    charset: 'utf8',
    legalComments: 'none',
    banner: { js: `/*! Licenses: ${LICENSES} */` },
    jsx: 'automatic',
    jsxImportSource: 'preact',
    plugins: [styleSheetsAsText, writtenModules],
    define: { 'process.env.NODE_ENV': '"production"' },
    ...options,
  });
  const programs = named.map(([name, file]) => [name, findProgram(metafile, `${APPS}/${file}`)] as const);
  return {
    outputs: outputFiles.map(({ path, contents }: OutputFile) => ({ path, contents })),
    metafile,
    programs: new Map(programs),
  };
}

/**
 * Style sheets of the bot's window and of the embed are texts, because they belong into shadow roots. Those of the
 * console become files.
 */
const styleSheetsAsText: Plugin = {
  name: 'style-sheets-as-text',
  setup({ onLoad, esbuild }) {
    onLoad({ filter: /\/apps\/(window|bot-page|embed)\/.*\.css$/ }, async ({ path }) => {
      const { code } = await esbuild.transform(await readFile(path, 'utf8'), { loader: 'css', minify: true });
      return { contents: code, loader: 'text' };
    });
  },
};

/** Modules of JSON that the build writes: forms, which the console loads with its editors, and pictures. */
const WRITTEN_MODULES: Readonly<Record<string, () => object | Promise<object>>> = {
  'virtual:block-forms': describeForms,
  'virtual:document-forms': describeDocumentForms,
  'virtual:template-pictures': drawTemplatePictures,
};

const writtenModules: Plugin = {
  name: 'written-modules',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^virtual:/ }, ({ path }) => ({ path, namespace: 'written' }));
    onLoad({ filter: /.*/, namespace: 'written' }, async ({ path }) => ({
      contents: JSON.stringify(await WRITTEN_MODULES[path]?.()),
      loader: 'json',
    }));
  },
};

function findProgram({ outputs }: Metafile, entryPoint: string): PageProgram {
  const found = Object.entries(outputs).find(([, output]) => output.entryPoint === entryPoint.slice(1));
  if (!found) throw new Error(`esbuild wrote nothing for ${entryPoint}`);
  const [script, { cssBundle }] = found;
  const preloads = new Set<string>();
  const collect = (path: string) => {
    for (const { path: imported, kind, external } of outputs[path]?.imports ?? []) {
      if (kind !== 'import-statement' || external || preloads.has(imported)) continue;
      preloads.add(imported);
      collect(imported);
    }
  };
  collect(script);
  return {
    script: `/${script}`,
    preloads: [...preloads].map((path) => `/${path}`),
    styleSheet: cssBundle && `/${cssBundle}`,
  };
}

function programOf({ programs }: Bundle, name: string): PageProgram {
  const program = programs.get(name);
  if (!program) throw new Error(`apps has no entry for ${name}`);
  return program;
}

const CONTENT_TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  html: 'text/html; charset=utf-8',
  json: 'application/json',
};

function describe(path: string): Pick<SiteFile, 'contentType' | 'cacheControl'> {
  const ending = /\.([a-z0-9]+)$/.exec(path)?.[1] ?? 'html';
  const contentType = CONTENT_TYPES[ending];
  if (contentType === undefined) throw new Error(`No content type for ${path}`);
  return { contentType, cacheControl: path.startsWith('/_assets/') && path !== LICENSES ? IMMUTABLE : SHORT };
}
