import { readFile, writeFile } from 'node:fs/promises';
import { withMap } from './map.ts';

/* Part of `npm run docs`: draws the map of the rooms in CONTRIBUTING.md. */

const CONTRIBUTING = new URL('../../CONTRIBUTING.md', import.meta.url);

await writeFile(CONTRIBUTING, withMap(await readFile(CONTRIBUTING, 'utf8')));
