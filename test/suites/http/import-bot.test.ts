import { beforeAll, describe, expect, it } from 'vitest';
import { stepsToBlocks } from '#lib/bots/document/steps-to-blocks.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { stepsEraDocument, v5Document, v6Document } from '#test/fixtures/documents.ts';
import {
  getBot,
  type ImportResponse,
  importBot,
  importResponse,
  sendImport,
} from '#test/support/bot-client.ts';
import { databaseError, failing, isAboutContent } from '#test/support/database-faults.ts';
import { type Api, type ApiResponse, describeApi } from '#test/support/describe-api.ts';
import { expectToHold } from '#test/support/owned-content.ts';
import { readBotItems } from '#test/support/stored-bots.ts';

const BOT_FIELDS = [
  'createdAt',
  'customDomain',
  'edges',
  'events',
  'folderId',
  'groups',
  'icon',
  'id',
  'isArchived',
  'isClosed',
  'name',
  'publicId',
  'resultsTablePreferences',
  'riskLevel',
  'selectedThemeTemplateId',
  'settings',
  'theme',
  'updatedAt',
  'variables',
  'version',
  'webhookReplies',
  'whatsAppCredentialsId',
  'workspaceId',
];

const ISO_TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Sends an import that must be refused, and checks that nothing was written. */
async function refused(api: Api, send: () => Promise<ApiResponse>): Promise<ApiResponse> {
  const before = api.canReachStore ? await readBotItems(api.workspaceId) : [];
  const response = await send();
  if (api.canReachStore) expect(await readBotItems(api.workspaceId)).toStrictEqual(before);
  return response;
}

const refusedImport = (api: Api, bot: unknown, fields: object = {}) =>
  refused(api, () => sendImport(api, bot, fields));

const refusedText = (api: Api, rawBody: string, contentType = 'application/json') =>
  refused(api, () => api.request({ method: 'POST', path: '/v1/bots/import', rawBody, contentType }));

/** Returns a valid document with one defect. */
function documentWith(change: (document: ReturnType<typeof v6Document> & JsonObject) => void): JsonObject {
  const document = v6Document();
  change(document);
  return document;
}

describeApi('POST /v1/bots/import', (api) => {
  // The token is created on first use, which must not happen while a test makes the database fail.
  beforeAll(async () => {
    await api.tokenFor('editor');
  });

  describe('200', () => {
    it('keeps a V6 document unchanged, including unknown keys at every level', async () => {
      const document = v6Document();
      const bot = await importBot(api, document);
      expectToHold(bot, document);
      expect(bot.version).toBe('6');
    });

    it.each(['3', '4', '5'] as const)(
      'keeps the version of a V5 document of version "%s"',
      async (version) => {
        const document = v5Document(version);
        const bot = await importBot(api, document);
        expectToHold(bot, document);
        expect(bot).toMatchObject({ version, events: null });
      },
    );

    it('keeps the schema that a file names for editors', async () => {
      const $schema = './bot.schema.json';
      const bot = await importBot(api, { $schema, ...v6Document() });
      expect(bot).toMatchObject({ $schema, name: v6Document().name });
      expect(await getBot(api, String(bot.id))).toMatchObject({ $schema });
    });

    it('keeps the version of a 6.1 document', async () => {
      expect(await importBot(api, { ...v6Document(), version: '6.1' })).toMatchObject({ version: '6.1' });
    });

    it('assumes version "6" for a document with events but no version', async () => {
      const { version: _, ...document } = v6Document();
      const { bot, warnings } = await importResponse(api, document);
      expect(bot.version).toBe('6');
      expectToHold(bot, document);
      expect(warnings).toMatchObject([{ code: 'FILLED_IN', path: 'bot.version' }]);
    });

    it('assumes version "3" for a document with neither events nor version', async () => {
      const { version: _, events: __, ...document } = v5Document();
      const { bot, warnings } = await importResponse(api, document);
      expect(bot).toMatchObject({ version: '3', events: null });
      expectToHold(bot, document);
      expect(warnings).toMatchObject([{ code: 'FILLED_IN', path: 'bot.version' }]);
    });

    it('renames the blocks and steps of an export from before June 2022', async () => {
      const { bot, warnings } = await importResponse(api, stepsEraDocument());
      expectToHold(bot, stepsToBlocks(stepsEraDocument()));
      expect(bot.version).toBe('3');
      expect(bot).not.toHaveProperty('blocks');
      expect(warnings).toContainEqual(expect.objectContaining({ code: 'RENAMED', path: 'bot.blocks' }));
    });

    it('keeps blocks of any shape', async () => {
      const blocks = [
        null,
        'text',
        '',
        0,
        -1.5e-7,
        false,
        [],
        [1, [2, [null]]],
        {},
        { id: null, type: 7, items: 'none', outgoingEdgeId: 1 },
        { type: 'image', content: { url: null, '': { ' ': ['\u0000', '\u{1f600}', '￿'] } } },
      ];
      const document = documentWith((sent) =>
        sent.groups.push({ ...sent.groups[2], id: 'any', blocks } as never),
      );
      const bot = await importBot(api, document);
      expect(bot.groups[3]?.blocks).toStrictEqual(blocks);
      expect((await getBot(api, bot.id)).groups[3]?.blocks).toStrictEqual(blocks);
    });

    it('keeps keys named like Object.prototype members', async () => {
      const odd = { constructor: 'a name', toString: 1, hasOwnProperty: null, valueOf: {}, length: -1 };
      const document = { ...v6Document(), ...odd, groups: [{ id: 'g', ...odd, blocks: [odd] }] };
      const { id } = await importBot(api, document);
      const bot: JsonObject = await getBot(api, id);
      expect(Object.entries(bot)).toEqual(expect.arrayContaining(Object.entries(odd)));
      expect(bot.groups).toMatchObject([{ id: 'g', ...odd, blocks: [odd] }]);
    });

    it('keeps numbers in various JSON notations', async () => {
      const numbers = [1e20, 1e-7, 0.1, 9_007_199_254_740_991, 5e-324, 1.7976931348623157e308];
      const { id } = await importBot(api, { ...v6Document(), numbers });
      expect(await getBot(api, id)).toMatchObject({ numbers });
    });

    it.each([
      ['an empty name', ''],
      ['a name of 10,000 characters', 'x'.repeat(10_000)],
      // The index keeps 250 characters of a name; truncation must not split a character.
      ['a name whose 250th character takes two units', `${'x'.repeat(249)}😀 and more`],
      ['a name with a control character', 'a\u0000b'],
      ['a name with a lone surrogate', 'half \ud83d'],
    ])('keeps %s', async (_, name) => {
      const bot = await importBot(api, { ...v6Document(), name });
      expect((await getBot(api, bot.id)).name).toBe(name);
    });

    it('keeps 150 levels of nesting', async () => {
      const depth = 150;
      const nested = JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown;
      const { id } = await importBot(api, { ...v6Document(), nested });
      expect(await getBot(api, id)).toMatchObject({ nested });
    });

    it('returns every field of a bot', async () => {
      const bot = await importBot(api, { groups: [] });
      expect(Object.keys(bot).toSorted()).toStrictEqual(BOT_FIELDS);
    });

    it('assigns server-managed fields, whatever the source says', async () => {
      const beforeMs = Date.now();
      const bot = await importBot(api, {
        ...v6Document(),
        id: 'source-id',
        workspaceId: 'source-workspace',
        createdAt: '2020-01-01T00:00:00.000Z',
        updatedAt: 'not even a date',
        isArchived: true,
        isClosed: true,
        publicId: 'ferry',
        customDomain: 'ferry.example.com',
      });
      expect(bot).toMatchObject({
        id: expect.stringMatching(/^[a-z][a-z0-9]{23}$/),
        workspaceId: api.workspaceId,
        createdAt: expect.stringMatching(ISO_TIMESTAMP),
        updatedAt: bot.createdAt,
        isArchived: false,
        isClosed: false,
        publicId: null,
        customDomain: null,
      });
      // The clock of a deployed service may differ slightly from the test's.
      expect(Math.abs(Date.parse(bot.createdAt) - beforeMs)).toBeLessThan(60_000);
    });

    it('creates another bot from a document imported before', async () => {
      const [first, second] = [await importBot(api, v6Document()), await importBot(api, v6Document())];
      expect(first.id).not.toBe(second.id);
    });

    it.each([
      ['in the body overrides the one in the document', 'here', 'there', 'here'],
      ['in the body may be null', null, 'there', null],
      ['in the document is used otherwise', undefined, 'there', 'there'],
      ['is null if neither has one', undefined, undefined, null],
    ])('the folder %s', async (_, ofBody, ofDocument, expected) => {
      const bot = await importBot(api, { ...v6Document(), folderId: ofDocument }, { folderId: ofBody });
      expect(bot.folderId).toBe(expected);
      expect((await getBot(api, bot.id)).folderId).toBe(expected);
    });

    it('can be read immediately, with the same content and ETag', async () => {
      const response = await sendImport(api, v6Document());
      const { bot } = response.body as ImportResponse;
      const read = await api.request({ method: 'GET', path: `/v1/bots/${bot.id}` });
      expect(read.body).toStrictEqual({ bot });
      expect(response.headers.get('etag')).toMatch(/^"[^"]+"$/);
      expect(read.headers.get('etag')).toBe(response.headers.get('etag'));
    });

    it('fills in everything a nearly empty document lacks, with warnings', async () => {
      const { bot, warnings = [] } = await importResponse(api, { groups: [] });
      expect(bot).toMatchObject({
        version: '3',
        groups: [],
        edges: [],
        variables: [],
        theme: {},
        settings: {},
      });
      expect(warnings.map(({ code, path }) => `${code} ${path}`).toSorted()).toStrictEqual([
        'FILLED_IN bot.edges',
        'FILLED_IN bot.name',
        'FILLED_IN bot.settings',
        'FILLED_IN bot.theme',
        'FILLED_IN bot.variables',
        'FILLED_IN bot.version',
      ]);
    });

    it('adds a start event to a V6 document without events', async () => {
      const { events: _, ...document } = v6Document();
      const { bot, warnings } = await importResponse(api, document);
      expect(bot.events).toMatchObject([{ type: 'start' }]);
      expect(warnings).toContainEqual(expect.objectContaining({ code: 'FILLED_IN', path: 'bot.events' }));
    });

    it.each(['6', '6.1'])(
      'adds a start event to a version %s document whose events are null',
      async (version) => {
        const { bot, warnings } = await importResponse(api, {
          ...v6Document(),
          version,
          edges: [],
          groups: [],
          events: null,
        });
        expect(bot.events).toMatchObject([{ type: 'start' }]);
        expect(warnings).toStrictEqual([
          { code: 'FILLED_IN', path: 'bot.events', message: 'was null; added a start event' },
        ]);
      },
    );

    it('fills in missing fields of groups and events, with warnings', async () => {
      const document = documentWith((sent) => {
        sent.groups = [{ id: 'bare' }] as never;
        sent.events = [{ id: 'bare-event', type: 'start' }] as never;
        sent.edges = [];
      });
      const { bot, warnings = [] } = await importResponse(api, document);
      expect(bot.groups).toStrictEqual([
        { id: 'bare', title: '', graphCoordinates: { x: 0, y: 0 }, blocks: [] },
      ]);
      expect(bot.events).toStrictEqual([
        { id: 'bare-event', type: 'start', graphCoordinates: { x: 0, y: 0 } },
      ]);
      expect(warnings.map(({ code, path }) => `${code} ${path}`).toSorted()).toStrictEqual([
        'FILLED_IN bot.events[0].graphCoordinates',
        'FILLED_IN bot.groups[0].blocks',
        'FILLED_IN bot.groups[0].graphCoordinates',
        'FILLED_IN bot.groups[0].title',
      ]);
    });

    it('converts the empty columnsWidth array of old exports to an object', async () => {
      const document = documentWith((sent) => {
        sent.resultsTablePreferences.columnsWidth = [] as never;
      });
      const { bot, warnings } = await importResponse(api, document);
      expect(bot.resultsTablePreferences?.columnsWidth).toStrictEqual({});
      expect(warnings).toMatchObject([
        { code: 'FILLED_IN', path: 'bot.resultsTablePreferences.columnsWidth' },
      ]);
    });

    it('keeps dangling references, with warnings', async () => {
      const document = documentWith((sent) => {
        sent.events[1] = { ...sent.events[1], outgoingEdgeId: 'gone' } as never;
        sent.groups[0] = {
          ...sent.groups[0],
          blocks: [{ id: 'b', outgoingEdgeId: 'gone', items: [{}, { outgoingEdgeId: 'gone' }] }],
        } as never;
        sent.edges = [
          { id: 'edge-start', from: { eventId: 'gone' }, to: { groupId: 'gone' } },
          { id: 'edge-2', from: { blockId: 'gone' }, to: { groupId: 'group-route', blockId: 'gone' } },
        ] as never;
      });
      const { bot, warnings = [] } = await importResponse(api, document);
      expectToHold(bot, document);
      expect(warnings.map(({ code, path }) => `${code} ${path}`).toSorted()).toStrictEqual([
        'DANGLING bot.edges[0].from.eventId',
        'DANGLING bot.edges[0].to.groupId',
        'DANGLING bot.edges[1].from.blockId',
        'DANGLING bot.edges[1].to.blockId',
        'DANGLING bot.events[1].outgoingEdgeId',
        'DANGLING bot.groups[0].blocks[0].items[1].outgoingEdgeId',
        'DANGLING bot.groups[0].blocks[0].outgoingEdgeId',
      ]);
    });

    it('connects edges that nothing names if repair is true, with warnings', async () => {
      const document = documentWith((sent) => {
        sent.groups[1] = { ...sent.groups[1], blocks: [{ id: 'block-future', type: 'text' }] } as never;
        sent.edges = [
          ...sent.edges,
          { id: 'loose', from: { blockId: 'block-future' }, to: { groupId: 'group-south' } },
        ] as never;
      });
      const repaired = await sendImport(api, document, { repair: true, dryRun: true });
      expect(repaired.body).toMatchObject({
        warnings: [
          {
            code: 'CONNECTED',
            path: 'bot.groups[1].blocks[0].outgoingEdgeId',
            group: 'North',
            block: 'Text',
          },
        ],
      });
      expect(JSON.stringify(repaired.body)).not.toContain('UNNAMED_EDGE');
      const { bot } = await importResponse(api, document, { repair: true });
      expect(bot.groups[1]?.blocks).toStrictEqual([
        { id: 'block-future', type: 'text', outgoingEdgeId: 'loose' },
      ]);

      const asSent = await sendImport(api, document, { dryRun: true });
      expect(JSON.stringify(asSent.body)).toContain('UNNAMED_EDGE');
      const kept = await importResponse(api, document, { repair: false });
      expectToHold(kept.bot, document);
      expect(kept.warnings).toBeUndefined();
      // Over a bot, too.
      const over = { mode: 'replace', botId: kept.bot.id, repair: true };
      expect(await importResponse(api, document, over)).toMatchObject({ warnings: [{ code: 'CONNECTED' }] });
    });

    it('drops fields that belong to the source bot, with warnings', async () => {
      const { bot, warnings } = await importResponse(api, {
        ...v6Document(),
        whatsAppCredentialsId: 'theirs',
        riskLevel: 10,
      });
      expect(bot).toMatchObject({ whatsAppCredentialsId: null, riskLevel: null });
      expect(warnings).toMatchObject([
        { code: 'DROPPED', path: 'bot.whatsAppCredentialsId' },
        { code: 'DROPPED', path: 'bot.riskLevel' },
      ]);
      expect(await getBot(api, bot.id)).toStrictEqual(bot);
    });

    it('does not warn about a complete document', async () => {
      expect((await sendImport(api, v6Document())).body).not.toHaveProperty('warnings');
      expect((await sendImport(api, v5Document())).body).not.toHaveProperty('warnings');
    });

    it('returns at most 100 warnings and the number of omitted ones', async () => {
      const groups = Array.from({ length: 200 }, (_, index) => ({ id: `group-${index}` }));
      const { warnings = [] } = await importResponse(api, { ...v6Document(), edges: [], groups });
      expect(warnings).toHaveLength(100);
      expect(warnings.at(-1)?.message).toMatch(/\b50\d more/);
    });

    it.runIf(api.canReachStore).each(['editor', 'admin'] as const)(
      'accepts a token with the role %s',
      async (role) => {
        const response = await api.request({
          method: 'POST',
          path: '/v1/bots/import',
          token: await api.tokenFor(role),
          body: { workspaceId: api.workspaceId, bot: v6Document() },
        });
        expect(response.status).toBe(200);
      },
    );

    it.each(['application/json; charset=utf-8', 'application/vnd.bot+json', 'Application/JSON'])(
      'accepts the content type %s',
      async (contentType) => {
        const response = await api.request({
          method: 'POST',
          path: '/v1/bots/import',
          rawBody: JSON.stringify({ workspaceId: api.workspaceId, bot: v6Document() }),
          contentType,
        });
        expect(response.status).toBe(200);
      },
    );

    it.each(['CONTENT-TYPE', 'content-Type'])(
      'accepts the header name %s case-insensitively',
      async (name) => {
        const response = await api.request({
          method: 'POST',
          path: '/v1/bots/import',
          headers: { [name]: 'application/json' },
          contentType: null,
          body: { workspaceId: api.workspaceId, bot: v6Document() },
        });
        expect(response.status).toBe(200);
      },
    );

    it('ignores unknown keys next to the bot', async () => {
      expect((await importBot(api, v6Document(), { fromTemplate: 'x', id: 'y', bots: [] })).id).not.toBe('y');
    });
  });

  describe('400', () => {
    it.each([
      ['text', 'hello'],
      ['half of an object', '{"workspaceId": "x", "bot": {'],
      ['an object with trailing characters', '{"bot":{}} {}'],
      ['JSON with a comment', '{"bot":{}} // note'],
      ['a single quote', "{'bot':{}}"],
      ['NaN', '{"workspaceId":"x","bot":{"riskLevel":NaN}}'],
    ])('rejects %s, which is not JSON', async (_, text) => {
      const response = await refusedText(api, text);
      expect(response).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    });

    it.each(['[]', '[{"bot":{}}]', 'null', '7', '"text"', 'true'])(
      'rejects the body %s, which is not an object',
      async (text) => {
        const response = await refusedText(api, text);
        expect(response).toMatchObject({
          status: 400,
          body: { code: 'BAD_REQUEST', issues: [{ path: '' }] },
        });
      },
    );

    it('rejects a request without a body', async () => {
      const response = await refused(api, () =>
        api.request({
          method: 'POST',
          path: '/v1/bots/import',
          headers: { 'content-type': 'application/json' },
        }),
      );
      expect(response).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    });

    it.each([
      ['is missing', {}],
      ['is null', { workspaceId: null }],
      ['is a number', { workspaceId: 7 }],
      ['is a list', { workspaceId: ['x'] }],
    ])('rejects a body whose workspaceId %s', async (_, fields) => {
      const response = await refused(api, () =>
        api.request({ method: 'POST', path: '/v1/bots/import', body: { bot: v6Document(), ...fields } }),
      );
      expect(response).toMatchObject({ status: 400, body: { issues: [{ path: 'workspaceId' }] } });
    });

    it.each([[undefined], [null], ['text'], [7], [true], [[]]])('rejects %j as a bot', async (bot) => {
      const response = await refusedImport(api, bot);
      expect(response).toMatchObject({ status: 400, body: { issues: [{ path: 'bot' }] } });
    });

    it('rejects a folder that is not a string', async () => {
      const response = await refusedImport(api, v6Document(), { folderId: 7 });
      expect(response).toMatchObject({ status: 400, body: { issues: [{ path: 'folderId' }] } });
    });

    it.each<[path: string, wrong: JsonObject]>([
      ['bot.version', { version: '7' }],
      ['bot.version', { version: 6 }],
      ['bot.version', { version: null }],
      ['bot.version', { version: '' }],
      ['bot.name', { name: 7 }],
      ['bot.name', { name: null }],
      ['bot.icon', { icon: {} }],
      ['bot.folderId', { folderId: 7 }],
      ['bot.events', { events: {} }],
      ['bot.events[0]', { events: [null] }],
      ['bot.events[0].id', { events: [{ type: 'start' }] }],
      ['bot.events[0].id', { events: [{ id: '', type: 'start' }] }],
      ['bot.events[0].type', { events: [{ id: 'e', type: 'end' }] }],
      ['bot.events[0].outgoingEdgeId', { events: [{ id: 'e', type: 'start', outgoingEdgeId: 7 }] }],
      ['bot.groups', { groups: {} }],
      ['bot.groups', { groups: null }],
      ['bot.groups[1]', { groups: [{ id: 'g' }, 'group'] }],
      ['bot.groups[1].blocks', { groups: [{ id: 'g' }, { id: 'h', blocks: {} }] }],
      ['bot.groups[0].title', { groups: [{ id: 'g', title: 7 }] }],
      ['bot.groups[0].graphCoordinates.y', { groups: [{ id: 'g', graphCoordinates: { x: 1, y: '2' } }] }],
      ['bot.edges[0].id', { edges: [{ from: { blockId: 'b' }, to: { groupId: 'g' } }] }],
      ['bot.edges[0].from', { edges: [{ id: 'e', to: { groupId: 'g' } }] }],
      ['bot.edges[0].from', { edges: [{ id: 'e', from: { itemId: 'i' }, to: { groupId: 'g' } }] }],
      ['bot.edges[0].to', { edges: [{ id: 'e', from: { blockId: 'b' } }] }],
      ['bot.edges[0].to.groupId', { edges: [{ id: 'e', from: { blockId: 'b' }, to: { itemId: 'b' } }] }],
      ['bot.variables[0].name', { variables: [{ id: 'v' }] }],
      ['bot.variables[0].value', { variables: [{ id: 'v', name: 'V', value: 7 }] }],
      ['bot.variables[0].value[1]', { variables: [{ id: 'v', name: 'V', value: ['a', 7] }] }],
      ['bot.theme', { theme: [] }],
      ['bot.theme', { theme: null }],
      ['bot.theme.general.font', { theme: { general: { font: 7 } } }],
      ['bot.theme.general.font.type', { theme: { general: { font: { type: 'System' } } } }],
      ['bot.theme.general.background.type', { theme: { general: { background: { type: 'Video' } } } }],
      ['bot.theme.general.background.content', { theme: { general: { background: { content: 7 } } } }],
      ['bot.theme.chat.hostAvatar.isEnabled', { theme: { chat: { hostAvatar: { isEnabled: 'yes' } } } }],
      ['bot.theme.chat.guestAvatar.url', { theme: { chat: { guestAvatar: { url: 7 } } } }],
      ['bot.theme.chat.inputs.placeholderColor', { theme: { chat: { inputs: { placeholderColor: 7 } } } }],
      ['bot.theme.chat.roundness', { theme: { chat: { roundness: 'round' } } }],
      ['bot.theme.customCss', { theme: { customCss: {} } }],
      ['bot.settings', { settings: 'none' }],
      [
        'bot.settings.security.prefillableVariables',
        { settings: { security: { prefillableVariables: 'Name' } } },
      ],
      [
        'bot.settings.security.prefillableVariables[1]',
        { settings: { security: { prefillableVariables: ['Name', 7] } } },
      ],
      ['bot.settings.general.isBrandingEnabled', { settings: { general: { isBrandingEnabled: 1 } } }],
      [
        'bot.settings.general.rememberUser.storage',
        { settings: { general: { rememberUser: { storage: 'cookie' } } } },
      ],
      ['bot.settings.typingEmulation.speed', { settings: { typingEmulation: { speed: '300' } } }],
      [
        'bot.settings.typingEmulation.delayBetweenBubbles',
        { settings: { typingEmulation: { delayBetweenBubbles: 6 } } },
      ],
      ['bot.settings.metadata.title', { settings: { metadata: { title: 7 } } }],
      [
        'bot.settings.whatsApp.sessionExpiryTimeout',
        { settings: { whatsApp: { sessionExpiryTimeout: 49 } } },
      ],
      [
        'bot.settings.whatsApp.startCondition.logicalOperator',
        { settings: { whatsApp: { startCondition: { logicalOperator: 'XOR' } } } },
      ],
      [
        'bot.settings.whatsApp.startCondition.comparisons[1].comparisonOperator',
        { settings: { whatsApp: { startCondition: { comparisons: [{}, { comparisonOperator: 'Is' }] } } } },
      ],
      ['bot.settings.publicShare.isEnabled', { settings: { publicShare: { isEnabled: null } } }],
      ['bot.settings.security.allowedOrigins[0]', { settings: { security: { allowedOrigins: [7] } } }],
      ['bot.resultsTablePreferences.columnsOrder[0]', { resultsTablePreferences: { columnsOrder: [7] } }],
      [
        'bot.resultsTablePreferences.columnsVisibility.a',
        { resultsTablePreferences: { columnsVisibility: { a: 1 } } },
      ],
      [
        'bot.resultsTablePreferences.columnsWidth.a',
        { resultsTablePreferences: { columnsWidth: { a: 'wide' } } },
      ],
      ['bot.selectedThemeTemplateId', { selectedThemeTemplateId: 7 }],
      ['bot.whatsAppCredentialsId', { whatsAppCredentialsId: 7 }],
      ['bot.riskLevel', { riskLevel: 'high' }],
    ])('reports the path %s for %j', async (path, wrong) => {
      const response = await refusedImport(api, { ...v6Document(), ...wrong });
      expect(response).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', issues: [{ path }] } });
    });

    it('validates the renamed groups of an old export', async () => {
      const document = stepsEraDocument();
      document.blocks[1] = { ...document.blocks[1], title: 7 } as never;
      const response = await refusedImport(api, document);
      expect(response).toMatchObject({ status: 400, body: { issues: [{ path: 'bot.groups[1].title' }] } });
    });

    it('reports at most 20 issues', async () => {
      const groups = Array.from({ length: 50 }, () => ({ id: 7 }));
      const response = await refusedImport(api, { ...v6Document(), groups });
      expect(response.status).toBe(400);
      expect((response.body as { issues: unknown[] }).issues).toHaveLength(20);
    });

    it('echoes nothing from the request', async () => {
      const secret = 'hunter2-hunter2';
      const response = await refusedImport(api, {
        ...v6Document(),
        version: secret,
        events: [{ id: 'e', type: secret }],
        variables: secret,
        theme: { chat: { roundness: secret, hostAvatar: secret } },
        settings: { typingEmulation: { speed: secret } },
      });
      expect(response.status).toBe(400);
      expect(response.text).not.toContain(secret);
      const notJson = await refusedText(api, `{"workspaceId": "${secret}`);
      expect(notJson.text).not.toContain(secret);
    });

    it.each([
      ['the key __proto__', '{"__proto__":{"isAdmin":true}}'],
      ['the key __proto__ deep inside', '{"groups":[{"id":"g","blocks":[{"__proto__":null}]}]}'],
      ['the key __proto__ with an escape', '{"\\u005f_proto__":{}}'],
      ['a constructor with a prototype', '{"constructor":{"prototype":{"isAdmin":true}}}'],
      ['a number above the largest double', '{"riskLevel":1e999}'],
      ['a number below the smallest double', '{"riskLevel":-1e999}'],
      ['a number above the largest double inside a block', '{"groups":[{"id":"g","blocks":[[1e999]]}]}'],
      ['300 levels of lists', `{"nested":${'['.repeat(300)}${']'.repeat(300)}}`],
      ['300 levels of objects', `{"nested":${'{"a":'.repeat(300)}0${'}'.repeat(300)}}`],
      ['200,000 levels of lists', `{"nested":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
      ['200,000 levels of objects', `{"nested":${'{"a":'.repeat(200_000)}0${'}'.repeat(200_000)}}`],
    ])('rejects %s', async (_, bot) => {
      const response = await refusedText(
        api,
        `{"workspaceId":${JSON.stringify(api.workspaceId)},"bot":${bot}}`,
      );
      expect(response).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    });
  });

  describe('401', () => {
    it('rejects a request without a token', async () => {
      const response = await refused(api, () =>
        api.request({
          method: 'POST',
          path: '/v1/bots/import',
          token: null,
          body: { workspaceId: api.workspaceId, bot: v6Document() },
        }),
      );
      expect(response).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
    });
  });

  describe.runIf(api.canReachStore)('403', () => {
    it('rejects a viewer', async () => {
      const token = await api.tokenFor('viewer');
      const response = await refused(api, () =>
        api.request({
          method: 'POST',
          path: '/v1/bots/import',
          token,
          body: { workspaceId: api.workspaceId, bot: v6Document() },
        }),
      );
      expect(response).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    });
  });

  describe('404', () => {
    it.each([
      ['that does not exist', 'unknown'],
      ['named like an Object.prototype member', 'constructor'],
      ['named __proto__', '__proto__'],
      ['that is empty', ''],
      ['with a key separator', 'a#b'],
      ['of 5,000 characters', 'x'.repeat(5_000)],
    ])('returns 404 for a workspace id %s', async (_, workspaceId) => {
      const response = await refusedImport(api, v6Document(), { workspaceId });
      expect(response).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Workspace not found' },
      });
    });

    it.runIf(api.canReachStore)('treats a foreign workspace like an unknown one', async () => {
      const token = await api.strangerToken();
      const response = await refused(api, () =>
        api.request({
          method: 'POST',
          path: '/v1/bots/import',
          token,
          body: { workspaceId: api.workspaceId, bot: v6Document() },
        }),
      );
      expect(response).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Workspace not found' },
      });
    });
  });

  describe('415', () => {
    it.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonp',
      'multipart/form-data',
      'json',
    ])('rejects the content type %s', async (contentType) => {
      const body = JSON.stringify({ workspaceId: api.workspaceId, bot: v6Document() });
      const response = await refusedText(api, body, contentType);
      expect(response).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } });
    });
  });

  describe.runIf(api.canInjectFaults)('500', () => {
    it('does not reveal internal errors', async () => {
      const { value: response, failures } = await failing(
        {
          when: isAboutContent,
          error: databaseError('ValidationException', { secret: 'a table' }),
          times: 1,
        },
        () => sendImport(api, v6Document()),
      );
      expect(failures).toBe(1);
      expect(response.status).toBe(500);
      expect(response.body).toStrictEqual({
        message: 'Internal server error',
        code: 'INTERNAL_SERVER_ERROR',
        requestId: expect.any(String),
      });
    });
  });

  describe.runIf(api.canInjectFaults)('503', () => {
    it('sends Retry-After if the database is throttled', async () => {
      const { value: response } = await failing(
        { when: isAboutContent, error: databaseError('ThrottlingException') },
        () => sendImport(api, v6Document()),
      );
      expect(response).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    });
  });
});
