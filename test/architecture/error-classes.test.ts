import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FILES = globSync('{lib,functions,apps,infra,test}/**/*.{ts,tsx}', {
  cwd: ROOT,
  // Built by `npm pack`.
  exclude: ['apps/client/dist/**'],
});

const classes = FILES.flatMap((file) => {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  return [...text.matchAll(/class (\w+) extends (\w*Error)\b[\s\S]*?\n\}/g)].map(([source, name = '']) => ({
    file,
    name,
    source,
  }));
});

it('error classes end in Error, and their errors have their name', () => {
  expect(classes.length).toBeGreaterThan(30);
  const faults = classes.filter(
    ({ name, source }) => !name.endsWith('Error') || !source.includes(`name = '${name}'`),
  );
  expect(faults.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});
