import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { COMPARISON_OPERATORS } from '#lib/blocks/comparison-operators.ts';

/*
 * The tables of options in the catalogue of blocks, which is not part of the repository. Tests read it from a sibling
 * folder and are skipped if it does not exist.
 */
const FILE = path.resolve(import.meta.dirname, '../../../shared/reference/bot-document.md');

/** Paths of a type's options, each with the texts that it may have, by the action that has them. '' is for all. */
export type ReferenceOptions = Map<string, Map<string, Set<string>>>;

/** Reads the options of each type in the catalogue of version 6. */
export function readReferenceOptions(): Map<string, ReferenceOptions> {
  const types = new Map<string, ReferenceOptions>();
  if (!existsSync(FILE)) {
    process.stderr.write(
      'Skipping the tests with the catalogue of blocks: ../shared/reference does not exist.\n',
    );
    return types;
  }
  const catalogue = readFileSync(FILE, 'utf8').split('\n# E. ')[1]?.split('\n# F. ')[0] ?? '';
  for (const section of catalogue.split('\n### ').slice(1)) {
    const type = /^`([^`]+)`/.exec(section)?.[1] ?? '';
    const same = /Same table as `([^`]+)`/.exec(section)?.[1];
    types.set(type, (same === undefined ? undefined : types.get(same)) ?? parseTable(section));
  }
  return types;
}

function parseTable(section: string): ReferenceOptions {
  const options: ReferenceOptions = new Map([['', new Map()]]);
  let actions = [''];
  const add = (option: string, texts: string[]) => {
    for (const action of actions) {
      const paths = options.get(action) ?? new Map<string, Set<string>>();
      options.set(action, paths);
      paths.set(option, new Set([...(paths.get(option) ?? []), ...texts]));
    }
  };
  for (const line of section.split('\n')) {
    const [, name = '', values = ''] = /^\| (?:&nbsp;)*(.+?) \| (.*?) \|/.exec(line) ?? [];
    const [, variantOf, field = '', value = ''] =
      /^\*\*(options\S*) — when (\w+) = (.*)\*\*$/.exec(name) ?? [];
    if (variantOf === 'options') {
      actions = [''];
      add(field, parseTexts(value));
      actions = parseTexts(value);
      for (const action of actions) options.set(action, options.get(action) ?? new Map());
    } else if (variantOf !== undefined) {
      add(`${variantOf}.${field}`.replace(/^options\./, ''), parseTexts(value));
    } else {
      const option = /^`options\.([^`]+)`$/.exec(name)?.[1];
      if (option !== undefined) add(option, parseTexts(values));
    }
  }
  return options;
}

/** Parses the texts in quotes. A number may be a text, too, but any. */
function parseTexts(cell: string): string[] {
  if (cell.startsWith('number')) return [];
  if (cell === 'OPS') return [...COMPARISON_OPERATORS];
  return [...cell.matchAll(/"([^"]+)"/g)].map(([, text = '']) => text);
}
