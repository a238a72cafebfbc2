import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

/** A package whose code is in a bundle. */
type BundledPackage = { name: string; version: string; license: string; text: string };

/** Licences that only ask for their text. Others, such as the GPL, would bind the code around them. */
const PERMISSIVE = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'Unlicense',
]);

/** Packages that are published without a licence file, with the notice from their repository, or their dedication. */
const WITHOUT_FILE: Readonly<Record<string, { notice: string } | { dedication: string }>> = {
  'embla-carousel': { notice: 'Copyright (c) 2020 David Cetinkaya' },
  'wouter-preact': { dedication: 'Dedicated to the public domain: https://unlicense.org' },
};

/** This project's own licence, whose terms are those of every package under MIT. */
const MIT_FILE = join(import.meta.dirname, '../../LICENSE');

const LICENSE_FILE = /^(licen[cs]e|copying|notice)([.-]|$)/i;
const RULE = '-'.repeat(80);

/**
 * Writes the licences of all packages that have code in the bundles. Their terms ask that they go along with each copy,
 * and a page is a copy.
 *
 * @param metafiles esbuild's, with paths relative to the root of the file system
 * @throws Error if a package has no licence text, or a licence that is not known to be permissive
 */
export async function writeLicenses(metafiles: readonly Metafile[]): Promise<string> {
  const roots = new Set(metafiles.flatMap(findPackages));
  const packages = await Promise.all([...roots].map(readPackage));
  const entries = packages
    .toSorted((one, other) => (`${one.name}@${one.version}` < `${other.name}@${other.version}` ? -1 : 1))
    .map(({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text.trim()}\n`);
  return [`These pages contain code of the following packages.\n`, ...entries].join(`\n${RULE}\n\n`);
}

/** Returns the folders of the packages of which the bundler has kept any code. */
export function findPackages({ outputs }: Metafile): string[] {
  const roots = Object.values(outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(`/${path}`)?.[1]);
  return [...new Set(roots.filter((root) => root !== undefined))];
}

async function readPackage(root: string): Promise<BundledPackage> {
  const { name, version, license } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license?: unknown;
  };
  if (typeof license !== 'string' || !PERMISSIVE.has(license)) {
    throw new Error(
      `${name} has the licence ${JSON.stringify(license)}, which is not known to be permissive`,
    );
  }
  const files = (await readdir(root)).filter((file) => LICENSE_FILE.test(file)).toSorted();
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')));
  const text = texts.join('\n') || (await findListedText(name));
  if (!text)
    throw new Error(`${name} has no licence file. Add its notice to WITHOUT_FILE in package-licenses.ts`);
  return { name, version, license, text };
}

async function findListedText(name: string): Promise<string | undefined> {
  const listed = WITHOUT_FILE[name];
  if (!listed) return undefined;
  if ('dedication' in listed) return listed.dedication;
  return (await readFile(MIT_FILE, 'utf8')).replace(/^Copyright .*$/m, listed.notice);
}
