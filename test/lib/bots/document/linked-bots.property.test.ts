import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLinkedBotIds, relinkBots } from '#lib/bots/document/linked-bots.ts';
import { isStepsEra } from '#lib/bots/document/steps-to-blocks.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { frozen } from '#test/lib/bots/migrations/small-bot.ts';
import { MIGRATED_BOTS, REAL_BOTS, readRealBot } from '#test/support/real-bots.ts';

/*
 * Relinks real bots of every version. Few of them link to others, so each group also gets a link.
 */

const OLD_IDS = ['cl0ibhv8d0130n21aw8doxhj5', '__proto__', 'constructor', 'current2', 'Ünïcödé 😀'];
const newId = fc.string({ minLength: 1, maxLength: 30 }).map((tail) => `new-${tail}`);
const bijection = fc
  .uniqueArray(newId, { minLength: OLD_IDS.length, maxLength: OLD_IDS.length })
  .map((newIds) => new Map(OLD_IDS.map((id, index) => [id, newIds[index] as string])));

function withLinks(document: JsonObject): JsonObject {
  const [groups, blocks] = isStepsEra(document) ? ['blocks', 'steps'] : ['groups', 'blocks'];
  return frozen({
    ...document,
    [groups]: (document[groups] as JsonObject[]).map((group, index) => {
      const typebotId = OLD_IDS[index % OLD_IDS.length];
      const link = { id: `link${index}`, type: 'Typebot link', options: { groupId: typebotId, typebotId } };
      return { ...group, [blocks]: [...(group[blocks] as unknown[]), link] };
    }),
  });
}

/** Returns the paths at which two JSON values differ, including in the order of their keys. */
function differences(one: unknown, other: unknown, path: string[] = []): string[][] {
  if (one === other) return [];
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length) {
    return one.flatMap((value, index) => differences(value, other[index], [...path, String(index)]));
  }
  if (isJsonObject(one) && isJsonObject(other)) {
    const keys = Object.keys(one);
    if (JSON.stringify(keys) === JSON.stringify(Object.keys(other))) {
      return keys.flatMap((key) => differences(one[key], other[key], [...path, key]));
    }
  }
  return [path];
}

describe.skipIf(REAL_BOTS.length === 0)('relinkBots with real bots', () => {
  it.each([...REAL_BOTS, ...MIGRATED_BOTS])('changes only the ids in the links of %s', (name) => {
    const document = withLinks(readRealBot(name));
    const links = findLinkedBotIds(document);
    expect(links.length).toBeGreaterThan(0);
    fc.assert(
      fc.property(bijection, (newIds) => {
        const relinked = relinkBots(document, newIds);

        const changed = differences(document, relinked);
        expect(changed.every((path) => path.slice(-2).join('.') === 'options.typebotId')).toBe(true);
        expect(changed).toHaveLength(links.filter(({ botId }) => newIds.has(botId)).length);
        const expected = links.map(({ botId, path }) => ({ botId: newIds.get(botId) ?? botId, path }));
        expect(findLinkedBotIds(relinked)).toStrictEqual(expected);

        expect(relinkBots(relinked, newIds)).toBe(relinked);
        const inverse = new Map([...newIds].map(([from, to]) => [to, from]));
        expect(JSON.stringify(relinkBots(relinked, inverse))).toBe(JSON.stringify(document));
      }),
      { numRuns: 10 },
    );
  });
});
