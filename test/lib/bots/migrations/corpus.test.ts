import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BotFlow } from '#lib/bots/document/bot-document.ts';
import { isStepsEra, stepsToBlocks } from '#lib/bots/document/steps-to-blocks.ts';
import { migrateToLatest } from '#lib/bots/migrations/migrate.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { unexplainedDifferences } from './losses.ts';
import { frozen } from './small-bot.ts';

/*
 * Real bots of every age, and other software's migrations of some of them. They are not part of the repository;
 * without them, these tests are skipped.
 */
const REPOSITORY = resolve(import.meta.dirname, '../../../..');
const BOTS = resolve(REPOSITORY, '../shared/bots');
const MIGRATED = join(BOTS, 'migrated');

const botNames = jsonFilesIn(BOTS);
const migratedNames = jsonFilesIn(MIGRATED);
if (botNames.length === 0) {
  process.stderr.write('Skipped: the tests with real bots, because ../shared/bots is not there.\n');
}

function jsonFilesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
}

function read(folder: string, name: string): JsonObject {
  return frozen(JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

/** Prepares a document as an import does: renames old keys and adds a missing version. */
function importable(document: JsonObject): BotFlow {
  const renamed = stepsToBlocks(document);
  const version = renamed.version ?? (Array.isArray(renamed.events) ? '6' : '3');
  return frozen({ ...renamed, version }) as BotFlow;
}

type Allowance = (theirs: JsonObject) => JsonObject;

/** Version 6.1 would change the colours that the theme does not set. */
const versionIs6: Allowance = (theirs) => (theirs.version === '6.1' ? { ...theirs, version: '6' } : theirs);

/** A link that merged results must keep doing so. */
const mergeResultsIsWrittenOut: Allowance = (theirs) => ({
  ...theirs,
  groups: (theirs as BotFlow).groups.map((group) => ({
    ...group,
    blocks: group.blocks.map((block) =>
      isJsonObject(block) &&
      block.type === 'Typebot link' &&
      isJsonObject(block.options) &&
      !Object.hasOwn(block.options, 'mergeResults')
        ? { ...block, options: { ...block.options, mergeResults: true } }
        : block,
    ),
  })),
});

const ALLOWANCES = [versionIs6, mergeResultsIsWrittenOut];

describe.skipIf(migratedNames.length === 0)('real bots migrated by other software', () => {
  it.each(migratedNames)('%s migrates to the same document, apart from the allowances', (name) => {
    const expected = ALLOWANCES.reduce((theirs, allow) => allow(theirs), read(MIGRATED, name));
    expect(migrateToLatest(importable(read(BOTS, name)))).toStrictEqual(expected);
  });

  it.each(ALLOWANCES.map((allow) => [allow.name, allow] as const))(
    'require the allowance %s',
    (_name, allow) => {
      const changed = migratedNames.filter((name) => {
        const theirs = read(MIGRATED, name);
        return JSON.stringify(allow(theirs)) !== JSON.stringify(theirs);
      });
      expect(changed).not.toStrictEqual([]);
    },
  );
});

describe.skipIf(botNames.length === 0)('real bots of every version', () => {
  it('cover every version', () => {
    const ages = botNames.map((name) => {
      const document = read(BOTS, name);
      return isStepsEra(document) ? 'steps' : (document.version ?? 'none');
    });
    expect(new Set(ages)).toStrictEqual(new Set(['steps', 'none', '3', '4', '5', '6', '6.1']));
  });

  it.each(botNames)('%s migrates without loss', (name) => {
    const document = importable(read(BOTS, name));
    const migrated = migrateToLatest(document);
    if (Number(document.version) >= 6) expect(migrated).toBe(document);
    else expect(unexplainedDifferences(document, migrated)).toStrictEqual([]);
    expect(migrated.events?.[0]?.type).toBe('start');
  });

  const stepsEraNames = botNames.filter((name) => isStepsEra(read(BOTS, name)));

  it.each(stepsEraNames)('%s is renamed without loss', (name) => {
    const { blocks, edges, ...others } = read(BOTS, name);
    expect(stepsToBlocks({ ...others, blocks, edges })).toStrictEqual({
      ...others,
      groups: JSON.parse(inNewReferences(JSON.stringify(blocks)).replaceAll('"steps":', '"blocks":')),
      edges: JSON.parse(inNewReferences(JSON.stringify(edges))),
    });
  });

  /**
   * Replaces keys in the JSON text, which is how databases were converted in June 2022. Quotes inside strings
   * are escaped, so only keys match.
   */
  function inNewReferences(json: string): string {
    return json.replaceAll('"blockId":', '"groupId":').replaceAll('"stepId":', '"blockId":');
  }
});
