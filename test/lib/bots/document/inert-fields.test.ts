import { describe, expect, it } from 'vitest';
import { checkBot } from '#lib/bots/check-bot.ts';
import { INERT_FIELDS, inertFields } from '#lib/bots/document/inert-fields.ts';
import { REAL_BOTS, readRealBot } from '#test/support/real-bots.ts';

const pathsIn = (document: object) => inertFields(document as never).map(({ path }) => path);

describe('A field that does nothing here', () => {
  it.each([
    ['bot.settings.whatsApp', { settings: { whatsApp: { isEnabled: true } } }],
    ['bot.whatsAppCredentialsId', { whatsAppCredentialsId: 'c1' }],
    [
      'bot.settings.general.systemMessages.whatsAppPictureChoiceSelectLabel',
      { settings: { general: { systemMessages: { whatsAppPictureChoiceSelectLabel: 'Pick' } } } },
    ],
    ['bot.settings.publicShare', { settings: { publicShare: { isEnabled: true } } }],
    ['bot.selectedThemeTemplateId', { selectedThemeTemplateId: 'dark' }],
    ['bot.riskLevel', { riskLevel: 40 }],
  ])('is reported if it asks for something: %s', (path, document) => {
    expect(pathsIn(document)).toStrictEqual([path]);
    const [issue] = checkBot(document as never).filter(({ code }) => code === 'NO_EFFECT');
    expect(issue).toMatchObject({
      severity: 'info',
      path,
      message: expect.stringMatching(/^has no effect: /),
    });
  });

  it('is not reported if it has a default, is sent to clients or is shown in lists', () => {
    const settings = {
      general: { isBrandingEnabled: false, systemMessages: { whatsAppPictureChoiceSelectLabel: '' } },
      whatsApp: { isEnabled: false, sessionExpiryTimeout: 4 },
      publicShare: { isEnabled: false },
      metadata: {
        title: '',
        description: `Build beautiful conversational forms and embed them directly in your applications without a line of code. Triple your response rate and collect answers that has more value compared to a traditional form.`,
        allowIndexing: false,
        customHeadCode: '<script></script>',
      },
    };
    const own = { whatsAppCredentialsId: null, customDomain: null, selectedThemeTemplateId: null };
    const shown = { icon: '🚢', folderId: 'f1', riskLevel: 0 };
    const resultsTablePreferences = { columnsOrder: ['v1'], columnsVisibility: {}, columnsWidth: [] };
    expect(pathsIn({ settings, ...own, ...shown, resultsTablePreferences })).toStrictEqual([]);
  });

  it.each([[{}], [{ settings: null }], [{ settings: { metadata: [] } }], [{ settings: { whatsApp: 7 } }]])(
    'is not found in %j',
    (document) => {
      expect(pathsIn(document)).toStrictEqual([]);
    },
  );
});

describe.skipIf(REAL_BOTS.length === 0)('Real bots', () => {
  it('have few of these fields', () => {
    const found = REAL_BOTS.map((name) => pathsIn(readRealBot(name)));
    process.stdout.write(
      `  ${found.filter((paths) => paths.length > 0).length} of ${found.length} real bots have fields without effect\n`,
    );
    expect(INERT_FIELDS.length).toBeGreaterThan(9);
    expect(found.filter((paths) => paths.length > 0).length).toBeLessThan(found.length / 5);
    expect(Math.max(...found.map((paths) => paths.length))).toBeLessThanOrEqual(2);
  });
});
