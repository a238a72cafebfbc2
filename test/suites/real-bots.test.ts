import { describe, expect, it } from 'vitest';
import { isStepsEra, stepsToBlocks } from '#lib/bots/document/steps-to-blocks.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { getBot, getPublished, importResponse, patchResponse, publishBot } from '#test/support/bot-client.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { ownedContent } from '#test/support/owned-content.ts';
import { REAL_BOTS, readRealBot } from '#test/support/real-bots.ts';

/* Runs every operation on real bots of every version. */

/** The only fields that an import adds, with their default values. */
const DEFAULTS = {
  version: '3',
  events: null,
  icon: null,
  folderId: null,
  selectedThemeTemplateId: null,
  resultsTablePreferences: null,
  whatsAppCredentialsId: null,
  riskLevel: null,
};

/** Returns exactly what the returned bot must contain apart from server-controlled fields. */
function expectedContent(source: JsonObject): JsonObject {
  return { ...DEFAULTS, ...ownedContent(stepsToBlocks(source)) };
}

function hasStartBlock(group: { blocks: unknown[] }): boolean {
  return group.blocks.some((block) => isJsonObject(block) && block.type === 'start');
}

describe.skipIf(REAL_BOTS.length === 0)('Real bots', () => {
  it('are of every age', () => {
    const ages = REAL_BOTS.map((name) => {
      const source = readRealBot(name);
      return isStepsEra(source) ? 'steps' : (source.version ?? 'none');
    });
    expect(new Set(ages)).toStrictEqual(new Set(['steps', 'none', '3', '4', '5', '6', '6.1']));
  });
});

describeApi('A real bot', (api) => {
  describe.skipIf(REAL_BOTS.length === 0)('is imported, read, changed, published and migrated', () => {
    it.each(REAL_BOTS)('%s', async (name) => {
      const source = readRealBot(name);
      const { bot: imported, warnings = [] } = await importResponse(api, source);
      expect(ownedContent(imported)).toStrictEqual(expectedContent(source));
      expect(warnings.filter(({ code }) => code === 'RENAMED').length).toBe(isStepsEra(source) ? 1 : 0);
      const { id } = imported;
      expect(await getBot(api, id)).toStrictEqual(imported);

      const { bot: patched } = await patchResponse(api, id, imported);
      expect(patched).toStrictEqual({ ...imported, updatedAt: patched.updatedAt });
      expect(await getBot(api, id)).toStrictEqual(patched);

      await publishBot(api, id);
      const { publishedBot } = await getPublished(api, id);
      const { version, events, groups, edges, variables, theme, settings } = patched;
      const flow = { version, events, groups, edges, variables, theme, settings };
      expect(publishedBot).toStrictEqual({
        id: publishedBot?.id,
        botId: id,
        createdAt: publishedBot?.createdAt,
        updatedAt: publishedBot?.updatedAt,
        ...flow,
      });

      const { publishedBot: migrated, version: reported } = await getPublished(api, id, {
        migrateToLatestVersion: 'true',
      });
      expect(reported).toBe(version === '6.1' ? '6' : version);
      expect(migrated?.version).toBe(version === '6.1' ? '6.1' : '6');
      expect(migrated?.events?.[0]?.type).toBe('start');
      expect(migrated?.groups.some(hasStartBlock)).toBe(false);
      if (version === '6' || version === '6.1') expect(migrated).toStrictEqual(publishedBot);
    });
  });
});
