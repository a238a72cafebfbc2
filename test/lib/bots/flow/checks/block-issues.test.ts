import { describe, expect, it } from 'vitest';
import { bot, issuesWith, listIssues, words } from '#test/fixtures/checked-bots.ts';

const PATH = 'bot.groups[0].blocks[0]';

describe('a request that is not in the document', () => {
  const found = (block: object) =>
    issuesWith(bot([{ id: 'b', ...block }]), 'MISSING_REQUEST').map(
      ({ severity, path, message }) => `${severity} ${path} ${message}`,
    );

  it.each([
    ['Webhook', { webhookId: 'w1' }],
    ['Webhook', { webhookId: 'w1', options: { responseVariableMapping: [] } }],
    ['Zapier', { webhookId: 'w1', options: { variablesForTest: [] } }],
    ['Make.com', { options: { webhookId: 'w1' } }],
    ['Pabbly', { webhookId: 'w1' }],
  ])('is an error: %s with only its id', (type, block) => {
    expect(found({ type, ...block })).toEqual([
      expect.stringMatching(
        /^error bot\.groups\[0\]\.blocks\[0\]\.options\.webhook nothing is sent: the document has only the id/,
      ),
    ]);
  });

  it.each([
    ['Webhook', undefined],
    ['Webhook', { webhook: null }],
    ['Zapier', { webhook: 'https://x.example' }],
    ['Make.com', {}],
    ['Pabbly', 'odd'],
  ])('is an error: %s with the options %j', (type, options) => {
    expect(found({ type, options })).toEqual([
      expect.stringMatching(
        /^error .*\.options\.webhook nothing is sent: the \w+ block has no request; enter/,
      ),
    ]);
  });

  it.each([
    ['Webhook', {}],
    ['Webhook', { url: '' }],
    ['Zapier', { url: ' ' }],
    ['Make.com', { url: 7 }],
    ['Pabbly', { method: 'POST', id: 'w1' }],
  ])('is an error: %s without a URL in %j', (type, webhook) => {
    expect(found({ type, options: { webhook } })).toEqual([
      expect.stringMatching(
        /^error .*\.options\.webhook\.url nothing is sent: the request has no URL; enter/,
      ),
    ]);
  });

  it.each(['https://x.example', '{{Url}}', 'x.example/{{Id}}'])('is there with the URL %s', (url) => {
    for (const type of ['Webhook', 'Zapier', 'Make.com', 'Pabbly']) {
      expect(found({ type, webhookId: 'w1', options: { webhook: { url } } })).toEqual([]);
    }
  });
});

describe('a block without what it needs', () => {
  const found = (type: string, options: unknown) =>
    issuesWith(bot([{ id: 'b', type, options }]), 'INCOMPLETE_BLOCK').map(
      ({ severity, path }) => `${severity} ${path.slice(`${PATH}.options.`.length)}`,
    );

  it.each([
    // What the block is to pass on or to ask is lost.
    ['Email', undefined, ['error recipients']],
    ['Email', { recipients: [] }, ['error recipients']],
    ['Email', { recipients: [''], subject: 'Hi' }, ['error recipients']],
    ['gmail', { action: 'Send email' }, ['error to']],
    ['payment input', { currency: 'EUR' }, ['error amount']],
    ['payment input', { amount: 30 }, ['error amount']],
    [
      'Google Sheets',
      { action: 'Insert a row' },
      ['error spreadsheetId', 'error sheetId', 'error cellsToInsert'],
    ],
    [
      'Google Sheets',
      { action: 'Insert a row', spreadsheetId: 's', sheetId: '0', cellsToInsert: [{ column: 'A' }] },
      ['error cellsToInsert'],
    ],
    [
      'Google Sheets',
      {
        action: 'Update a row',
        spreadsheetId: 's',
        sheetId: '0',
        cellsToUpsert: [{ column: 'A', value: 'x' }],
      },
      ['error filter'],
    ],
    ['nocodb', { action: 'Create Record', tableId: 't' }, ['error fields']],
    [
      'nocodb',
      { action: 'Update Existing Record', updates: [{ fieldName: 'a', value: 'b' }] },
      ['error tableId', 'error filter'],
    ],
    // Only a result is missing.
    [
      'Google Sheets',
      { action: 'Get data from sheet', spreadsheetId: 's', sheetId: '0' },
      ['warning cellsToExtract'],
    ],
    ['Google Sheets', {}, ['warning action']],
    ['Google Sheets', { action: 'Delete a row' }, ['warning action']],
    ['nocodb', { action: 'Search Records' }, ['warning tableId', 'warning responseMapping']],
    ['openai', {}, ['warning action']],
    [
      'openai',
      { action: 'Create chat completion' },
      ['warning model', 'warning messages', 'warning responseMapping'],
    ],
    [
      'openai',
      { action: 'Ask Assistant', responseMapping: [{ variableId: 'v' }] },
      ['warning assistantId', 'warning message'],
    ],
    ['openai', { action: 'Create speech', input: 'Hi' }, ['warning saveUrlInVariableId']],
    ['openai', { action: 'Create transcription', url: '{{Audio}}' }, ['warning transcriptionVariableId']],
    ['OpenAI', { task: 'Create chat completion', messages: [{ role: 'user' }] }, ['warning messages']],
    ['OpenAI', { task: 'Create image' }, ['warning task']],
    ['anthropic', { action: 'Generate variables', model: 'm', prompt: 'p' }, ['warning variablesToExtract']],
    ...['groq', 'deepseek', 'open-router', 'perplexity', 'together-ai', 'mistral'].map(
      (type): [string, object, string[]] => [
        type,
        {
          action: 'Create chat completion',
          messages: [{ role: 'user', content: 'Hi' }],
          responseMapping: [{ variableId: 'v' }],
        },
        ['warning model'],
      ],
    ),
    [
      'dify-ai',
      { action: 'Query Knowledge Base', query: 'q', responseMapping: [{ variableId: 'v' }] },
      ['warning datasetId'],
    ],
    [
      'chat-node',
      { action: 'Send Message', botId: 'b', responseMapping: [{ variableId: 'v' }] },
      ['warning message'],
    ],
    [
      'elevenlabs',
      { action: 'Convert text to speech', text: 'Hi' },
      ['warning voiceId', 'warning saveUrlInVariableId'],
    ],
    ['qr-code', { action: 'Generate a QR Code', data: '{{x}}' }, ['warning saveUrlInVariableId']],
    ['segment', { action: 'Track', userId: '{{Id}}' }, ['warning eventName']],
    ['posthog', { action: 'Capture', event: 'e' }, ['warning distinctId']],
    ['cal-com', { action: 'Book event' }, ['warning link']],
    ['blink', { action: 'Redirect' }, ['warning url']],
    ['blink', { action: 'Get Users' }, ['warning action']],
    ['Pixel', { eventType: 'Lead' }, ['warning pixelId']],
    ['Chatwoot', {}, ['warning websiteToken']],
    ['Redirect', {}, ['warning url']],
    ['Code', { name: 'x' }, ['warning content']],
    ['Set variable', { expressionToEvaluate: '1' }, ['warning variableId']],
  ])('%s %j', (type, options, expected) => {
    expect(found(type, options)).toEqual(expected);
  });

  it.each([
    ['Email', { recipients: ['{{Email}}'] }],
    ['gmail', { action: 'Send email', to: 'a@x.example' }],
    [
      'Google Sheets',
      {
        action: 'Insert a row',
        spreadsheetId: 's',
        sheetId: '0',
        cellsToInsert: [{ column: 'A', value: 'x' }],
      },
    ],
    [
      'openai',
      {
        action: 'Create chat completion',
        model: 'm',
        messages: [{ role: 'Dialogue', dialogueVariableId: 'v' }],
        responseMapping: [{ item: 'Message content', variableId: 'v' }],
      },
    ],
    ['OpenAI', { messages: [{ role: 'Messages sequence ✨', content: { userMessagesVariableId: 'v' } }] }],
    ['posthog', { action: 'Capture', event: 'e', isAnonymous: true }],
    ['zendesk', { action: 'Open Web Widget' }],
    ['Chatwoot', { task: 'Close widget' }],
    ['payment input', { amount: '{{Price}}' }],
    ['constructor', {}],
  ])('is not %s %j', (type, options) => {
    expect(found(type, options)).toEqual([]);
  });
});

describe('an input that nobody can answer', () => {
  const found = (block: object) =>
    issuesWith(bot([{ id: 'b', ...block }]), 'NO_ITEMS', 'EMPTY_ITEM', 'NO_VALID_ANSWER').map(
      ({ severity, code, path }) => `${severity} ${code} ${path.slice(PATH.length + 1)}`,
    );

  it.each([
    ['choice input', { items: [] }],
    ['choice input', {}],
    ['choice input', { items: [{ id: 'i' }, { id: 'k', content: ' ' }] }],
    ['choice input', { items: [{ content: 'A' }] }],
    ['choice input', { items: [], options: { dynamicVariableId: 'gone' } }],
    ['picture choice input', { items: [{ id: 'i', description: 'd' }] }],
    ['picture choice input', { options: { dynamicItems: { isEnabled: false, pictureSrcsVariableId: 'v' } } }],
    ['cards', { items: 'odd' }],
    ['cards', { items: [{ id: 'i', description: 'd', paths: [] }] }],
  ])('is a %s with %j', (type, block) => {
    expect(found({ type, ...block })).toEqual(['error NO_ITEMS items']);
  });

  it.each([
    ['choice input', { items: [{ id: 'i', content: 'A' }] }],
    ['choice input', { items: [{ id: 'i', value: 'a' }] }],
    ['choice input', { items: [], options: { dynamicVariableId: 'v' } }],
    ['picture choice input', { items: [{ id: 'i', pictureSrc: 'https://x.example/a.png' }] }],
    ['picture choice input', { options: { dynamicItems: { isEnabled: true, pictureSrcsVariableId: 'v' } } }],
    ['cards', { items: [{ id: 'i', paths: [{ id: 'p', text: 'Go' }] }] }],
    ['cards', { items: [{ id: 'i', title: 'A' }] }],
    ['text input', {}],
  ])('is not a %s with %j', (type, block) => {
    expect(found({ type, ...block })).toEqual([]);
  });

  it.each([
    ['choice input', [{ id: 'i', content: 'A' }, { id: 'k' }], 'warning EMPTY_ITEM items[1]'],
    ['choice input', [{ content: 'A' }, { id: 'k', content: 'B' }], 'warning EMPTY_ITEM items[0]'],
    ['picture choice input', [{ id: 'i', title: 'A' }, 7], 'warning EMPTY_ITEM items[1]'],
    ['cards', [{ id: 'i', title: 'A' }, { id: 'k' }], 'warning EMPTY_ITEM items[1]'],
  ])('may be a single item of a %s: %j', (type, items, expected) => {
    expect(found({ type, items })).toEqual([expected]);
  });

  it.each([
    ['number input', { min: 10, max: 5 }, 'min'],
    ['number input', { min: '1,5', max: '1' }, 'min'],
    ['rating input', { length: 3, startsAt: 4 }, 'startsAt'],
    ['rating input', { startsAt: 11 }, 'startsAt'],
  ])('is a %s with the bounds %j', (type, options, field) => {
    expect(found({ type, options })).toEqual([`error NO_VALID_ANSWER options.${field}`]);
  });

  it.each([
    ['number input', { min: 5, max: 5 }],
    ['number input', { min: '{{Min}}', max: 1 }],
    ['number input', { min: 10 }],
    ['rating input', { length: 1, startsAt: 1 }],
    ['rating input', {}],
  ])('is not a %s with the bounds %j', (type, options) => {
    expect(found({ type, options })).toEqual([]);
  });
});

describe('a bubble that shows nothing', () => {
  const found = (block: object) =>
    issuesWith(bot([{ id: 'b', ...block }]), 'NOTHING_SHOWN').map(
      ({ severity, path }) => `${severity} ${path.slice(PATH.length + 1)}`,
    );

  it.each([
    ['Hello', 'content'],
    [{ html: '<div>Hello</div>' }, 'content.html'],
    [{ plainText: 'Hello' }, 'content.plainText'],
    [{ html: '<div>Hello</div>', plainText: 'Hello', richText: [] }, 'content.html'],
    [{ text: 'Hello' }, 'content.text'],
    [{ richText: 'Hello' }, 'content.richText'],
    [{ richText: [] }, 'content'],
    [{}, 'content'],
    [undefined, 'content'],
    [7, 'content'],
  ])('is a text with the content %j', (content, path) => {
    expect(found({ type: 'text', content })).toEqual([`warning ${path}`]);
  });

  it.each([
    ['image', undefined],
    ['video', { url: '' }],
    ['audio', {}],
    ['embed', { height: 300 }],
  ])('is a %s with the content %j', (type, content) => {
    expect(found({ type, content })).toEqual(['warning content.url']);
  });

  it.each([
    ['text', words('x').content],
    ['text', { ...words('x').content, html: '<div>x</div>', plainText: 'x' }],
    ['image', { url: '{{Picture}}' }],
    ['video', { id: 'abc', type: 'youtube' }],
  ])('is not a %s with the content %j', (type, content) => {
    expect(found({ type, content })).toEqual([]);
  });
});

describe('an option that is replaced by another value', () => {
  const found = (type: string, block: object) =>
    issuesWith(bot([{ id: 'b', type, ...block }]), 'UNKNOWN_OPTION').map(({ path }) =>
      path.slice(PATH.length + 1),
    );

  it.each([
    ['Set variable', { options: { variableId: 'v', type: 'Contact name' } }, 'options.type'],
    ['Set variable', { options: { variableId: 'v', type: 'Weather' } }, 'options.type'],
    ['Wait', { options: { secondsToWaitFor: 'soon' } }, 'options.secondsToWaitFor'],
    ['Wait', { options: { secondsToWaitFor: -1 } }, 'options.secondsToWaitFor'],
    ['Webhook', { options: { webhook: { url: 'x', method: 'FETCH' } } }, 'options.webhook.method'],
    ['Zapier', { options: { webhook: { url: 'x', method: 'post' } } }, 'options.webhook.method'],
    ['Webhook', { options: { webhook: { url: 'x' }, timeout: 600 } }, 'options.timeout'],
    ['AB test', { items: [] }, 'items'],
  ])('is found in %s %j', (type, block, path) => {
    expect(found(type, block)).toEqual([path]);
  });

  it.each([
    ['Set variable', { options: { variableId: 'v', type: 'Now' } }],
    ['Set variable', { options: { variableId: 'v' } }],
    ['Wait', { options: { secondsToWaitFor: '1,5' } }],
    ['Wait', { options: { secondsToWaitFor: '{{Seconds}}' } }],
    ['Wait', { options: { secondsToWaitFor: '' } }],
    ['Webhook', { options: { webhook: { url: 'x', method: 'DELETE' }, timeout: 120 } }],
  ])('is not found in %s %j', (type, block) => {
    expect(found(type, block)).toEqual([]);
  });

  it.each([
    [{ aPercent: 150 }, true, true, ['options.aPercent']],
    [{ aPercent: '50' }, true, true, ['options.aPercent']],
    [{ aPercent: 50 }, true, true, []],
    [{}, true, false, ['items']],
    [{}, false, true, ['items']],
  ])('of an A/B test: %j, with A %s and B %s', (options, hasA, hasB, expected) => {
    const items = [
      { id: 'a', path: 'a', ...(hasA && { outgoingEdgeId: 'first' }) },
      { id: 'b', path: 'b', ...(hasB && { outgoingEdgeId: 'first' }) },
    ];
    expect(found('AB test', { options, items })).toEqual(expected);
  });
});

describe('a block without an id', () => {
  it.each([{ type: 'text' }, { id: 7, type: 'text' }, { id: null, type: 'text input' }])(
    'is skipped: %j',
    (block) => {
      expect(listIssues(bot([block]))).toContain(`error UNKNOWN_BLOCK_TYPE ${PATH}.id`);
    },
  );
});
