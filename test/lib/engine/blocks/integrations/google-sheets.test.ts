import { describe, expect, it } from 'vitest';
import { googleSheetsBlock } from '#lib/engine/blocks/integrations/google-sheets.ts';
import { columnLetters } from '#lib/engine/blocks/integrations/google-spreadsheet.ts';
import { type HttpRequest, HttpRequestError } from '#lib/engine/model/ports.ts';
import { blockContext } from '#test/support/chat/block-context.ts';
import { fakeHttp, type ScriptedResponse } from '#test/support/chat/fake-http.ts';

const SHEET = [
  ['Name', ' Age ', 'City'],
  ['Ada', '36', 'London'],
  ['Bob', '9'],
  ['Cleo', '40', 'Paris'],
];

const user = () => ({ type: 'authorized_user', client_id: 'id', client_secret: 'cs', refresh_token: 'rt' });

/** Fake of the Google APIs used by the block. */
function google(
  values: string[][],
  replaced: (request: HttpRequest) => ScriptedResponse | undefined = () => undefined,
) {
  return fakeHttp((request) => {
    const response = replaced(request);
    if (response) return response;
    if (request.url.includes('/token')) return { json: { access_token: 'at', expires_in: 3600 } };
    if (request.url.includes('?fields=')) {
      const sheets = [
        { properties: { sheetId: 0, title: 'Other' } },
        { properties: { sheetId: 7, title: "Bob's" } },
      ];
      return { json: { properties: { title: 'Book' }, sheets } };
    }
    if (request.method === 'POST') return { json: {} };
    return {
      json: { values: decodeURIComponent(request.url).endsWith('!1:1') ? values.slice(0, 1) : values },
    };
  });
}

async function run(options: Record<string, unknown>, http = google(SHEET), credentials: unknown = user()) {
  const context = blockContext({
    variables: { x: 'before', y: 'before', Typed: '=EVIL()', Phone: '+33612345678', Word: 'da' },
    ports: {
      http,
      random: () => 0.99,
      credentials: async (id) => (id === 'c1' ? (credentials as ReturnType<typeof user>) : undefined),
    },
  });
  const outcome = await googleSheetsBlock.run(
    {
      id: 's1',
      type: 'Google Sheets',
      options: { credentialsId: 'c1', spreadsheetId: 'book/1', sheetId: '7', ...options },
    },
    context,
  );
  expect(outcome).toEqual({});
  return {
    context,
    logs: context.logs,
    requests: http.requests,
    x: context.valueOf('x'),
    y: context.valueOf('y'),
  };
}

const getBody = (request: HttpRequest | undefined) => JSON.parse(String(request?.body));
const extract = [
  { id: '1', column: 'Name', variableId: 'x' },
  { id: '2', column: 'City', variableId: 'y' },
];
const where = (column: string, comparisonOperator: string, value?: string) => ({
  id: 'c',
  column,
  comparisonOperator,
  value,
});

describe('inserting a row', () => {
  const insert = (cellsToInsert: unknown) => run({ action: 'Insert a row', cellsToInsert });

  it('puts values under their columns', async () => {
    const { logs, requests } = await insert([
      { id: '1', column: 'City', value: 'Rome' },
      { id: '2', column: 'Name', value: '{{Word}}' },
      { id: '3', column: 'Unknown', value: 'x' },
      { id: '4', column: 'Age', value: '' },
      { id: '5', value: 'x' },
    ]);
    expect(requests.map(({ method, url }) => `${method} ${decodeURIComponent(url)}`)).toEqual([
      'POST https://oauth2.googleapis.com/token',
      'GET https://sheets.googleapis.com/v4/spreadsheets/book/1?fields=properties.title,sheets.properties(sheetId,title)',
      "GET https://sheets.googleapis.com/v4/spreadsheets/book/1/values/'Bob''s'!1:1",
      "POST https://sheets.googleapis.com/v4/spreadsheets/book/1/values/'Bob''s'!A1:append?valueInputOption=USER_ENTERED&insertDataOption=INSERT_ROWS",
    ]);
    expect(requests[1]?.url).toContain('/spreadsheets/book%2F1?');
    expect(requests[0]?.body).toBe('grant_type=refresh_token&client_id=id&client_secret=cs&refresh_token=rt');
    expect(requests[3]?.headers).toEqual({ authorization: 'Bearer at', 'content-type': 'application/json' });
    expect(getBody(requests[3])).toEqual({ values: [['da', '', 'Rome']] });
    expect(logs).toEqual([
      {
        status: 'error',
        description: 'The sheet has no column "Unknown"',
        context: 'While inserting row in spreadsheet',
      },
      { status: 'success', description: "Succesfully inserted row in Book > Bob's" },
    ]);
  });

  it.each([
    ['{{Typed}}', "'=EVIL()"],
    ['{{Phone}}', "'+33612345678"],
    ['=NOW()', '=NOW()'],
    ['=UPPER("{{Word}}")', '=UPPER("da")'],
    ['5', '5'],
  ])('only the author can enter formulas: %s', async (value, entered) => {
    const { requests } = await insert([{ id: '1', column: 'Name', value }]);
    expect(getBody(requests[3])).toEqual({ values: [[entered, '', '']] });
  });
});

describe('getting data', () => {
  const get = (more: Record<string, unknown>) =>
    run({ action: 'Get data from sheet', cellsToExtract: extract, ...more });

  it.each([
    [undefined, ['Ada', 'Bob', 'Cleo'], ['London', null, 'Paris']],
    ['All', ['Ada', 'Bob', 'Cleo'], ['London', null, 'Paris']],
    ['First', 'Ada', 'London'],
    ['Last', 'Cleo', 'Paris'],
    ['Random', 'Cleo', 'Paris'],
  ])('%s', async (totalRowsToExtract, x, y) => {
    expect(await get({ totalRowsToExtract })).toMatchObject({ x, y, logs: [] });
  });

  it.each([
    [{ comparisons: [where('Name', 'Equal to', 'Bob')] }, 'Bob'],
    [{ comparisons: [where('Name', 'Contains', '{{Word}}')] }, 'Ada'],
    [{ comparisons: [where('Age', 'Greater than', '30')] }, ['Ada', 'Cleo']],
    [{ comparisons: [where('Age', 'Less or equal to', '9')] }, 'Bob'],
    [{ comparisons: [where('City', 'Is empty')] }, 'Bob'],
    [{ comparisons: [where('City', 'Equal to', '')] }, 'Bob'],
    [{ comparisons: [where('City', 'Not equal', 'Paris')] }, ['Ada', 'Bob']],
    [{ comparisons: [where('Name', 'Matches regex', '^[AB]')] }, ['Ada', 'Bob']],
    [{ comparisons: [where('Name', 'Equal to', 'Bob'), where('Age', 'Equal to', '36')] }, ['Ada', 'Bob']],
    [
      { comparisons: [where('Age', 'Greater than', '30'), where('City', 'Is set')], logicalOperator: 'OR' },
      ['Ada', 'Cleo'],
    ],
    [
      {
        comparisons: [where('Age', 'Greater than', '30'), where('City', 'Equal to', 'Paris')],
        logicalOperator: 'AND',
      },
      'Cleo',
    ],
    [{ comparisons: [], logicalOperator: 'AND' }, ['Ada', 'Bob', 'Cleo']],
    [{}, ['Ada', 'Bob', 'Cleo']],
  ])('filter %j', async (filter, x) => {
    expect(await get({ filter })).toMatchObject({ x, logs: [] });
  });

  it.each([
    { comparisons: [] },
    { comparisons: [where('Name', 'Equal to', 'Zoe')] },
    { comparisons: [where('Nowhere', 'Equal to', 'x')] },
    { comparisons: [where('Age', 'Sounds like', '36')] },
    { comparisons: [{ id: 'c' }] },
  ])('finds no row: %j', async (filter) => {
    expect(await get({ filter })).toMatchObject({
      x: 'before',
      logs: [{ status: 'info', description: "Couldn't find any rows matching the filter" }],
    });
  });

  it('an empty sheet', async () => {
    const options = { action: 'Get data from sheet', cellsToExtract: extract };
    expect(await run(options, google([]))).toMatchObject({ x: 'before', logs: [{ status: 'info' }] });
  });

  it('unknown columns and variables', async () => {
    const cellsToExtract = [{ column: 'Nowhere', variableId: 'x' }, { variableId: 'y' }, { column: 'Name' }];
    expect(await get({ cellsToExtract, totalRowsToExtract: 'First' })).toMatchObject({
      x: null,
      y: 'before',
      logs: [{ status: 'error', description: 'The sheet has no column "Nowhere"' }],
    });
  });
});

describe('updating rows', () => {
  const update = (filter: unknown) =>
    run({
      action: 'Update a row',
      cellsToUpsert: [
        { id: '1', column: 'Age', value: '{{Word}}' },
        { id: '2', column: 'Unknown', value: 'x' },
      ],
      filter,
    });

  it('updates each cell of each matching row', async () => {
    const { logs, requests } = await update({ comparisons: [where('Age', 'Greater than', '30')] });
    expect(requests.at(-1)?.url).toMatch(/\/values:batchUpdate$/);
    expect(getBody(requests.at(-1))).toEqual({
      valueInputOption: 'USER_ENTERED',
      data: [
        { range: "'Bob''s'!B2", values: [['da']] },
        { range: "'Bob''s'!B4", values: [['da']] },
      ],
    });
    expect(logs).toEqual([
      {
        status: 'error',
        description: 'The sheet has no column "Unknown"',
        context: 'While updating row in spreadsheet',
      },
      { status: 'success', description: 'Succesfully updated matching rows' },
    ]);
  });

  it.each([undefined, {}, { comparisons: [] }, { comparisons: [where('Name', 'Equal to', 'Zoe')] }])(
    'updates no row: %j',
    async (filter) => {
      const { logs, requests } = await update(filter);
      expect(requests.filter(({ url }) => url.includes('batchUpdate'))).toEqual([]);
      expect(logs).toEqual([
        { status: 'info', description: 'Could not find any row that matches the filter' },
      ]);
    },
  );
});

describe('blocks that do nothing', () => {
  const insert = { action: 'Insert a row', cellsToInsert: [{ column: 'Name', value: 'x' }] };

  it.each([
    [{}, false],
    [{ action: 'constructor' }, false],
    [{ action: 5 }, false],
    [{ ...insert, credentialsId: undefined }, true],
    [{ ...insert, credentialsId: 'unknown' }, true],
    [{ ...insert, spreadsheetId: undefined }, true],
    [{ ...insert, sheetId: undefined }, false],
    [{ ...insert, cellsToInsert: undefined }, false],
    [{ ...insert, action: 'Update a row' }, false],
    [{ ...insert, action: 'Get data from sheet' }, false],
  ])('%j', async (options, isLogged) => {
    const { logs, requests } = await run(options);
    expect(requests).toEqual([]);
    expect(logs).toEqual(
      isLogged ? [{ status: 'error', description: 'Missing credentialsId or spreadsheetId' }] : [],
    );
  });
});

describe('failures', () => {
  const insert = { action: 'Insert a row', cellsToInsert: [{ column: 'Name', value: 'x' }] };
  const at = (part: string, response: ScriptedResponse) =>
    google(SHEET, ({ url }) => (url.includes(part) ? response : undefined));

  it.each<[string, ScriptedResponse, string]>([
    [
      '/token',
      { status: 400, json: { error: 'invalid_grant' } },
      'Google refused to refresh the access token: status 400',
    ],
    ['/token', { text: 'no JSON' }, 'Google refused to refresh the access token: status 200'],
    [
      '?fields',
      { status: 404, json: { error: { message: 'Requested entity was not found.' } } },
      'Requested entity was not found.',
    ],
    ['?fields', { status: 502, text: 'bad' }, 'Google responded with status 502'],
    ['?fields', { text: 'no JSON' }, 'Google sent an unexpected response'],
    ['?fields', { json: { properties: { title: 'Book' }, sheets: [] } }, '"Book" has no sheet with id 7'],
    ['append', new HttpRequestError('timeout', 'No response within 10000 ms'), 'No response within 10000 ms'],
  ])('%s: %j', async (part, response, description) => {
    const { logs } = await run(insert, at(part, response));
    expect(logs).toEqual([{ status: 'error', description, context: 'While inserting row in spreadsheet' }]);
  });

  it.each([
    ['Update a row', { cellsToUpsert: [{}] }, 'While updating row in spreadsheet'],
    ['Get data from sheet', { cellsToExtract: extract }, 'While getting spreadsheet row'],
  ])('%s', async (action, more, context) => {
    const { logs } = await run({ action, ...more }, at('?fields', { status: 500 }));
    expect(logs).toMatchObject([{ status: 'error', context }]);
  });

  it('credentials of another kind', async () => {
    const { logs, requests } = await run(insert, google(SHEET), { apiKey: 'secret' });
    expect(requests).toEqual([]);
    expect(logs).toMatchObject([
      { description: 'The credentials must contain client_id, client_secret and refresh_token' },
    ]);
  });
});

it('a token is reused until it expires', async () => {
  const http = google(SHEET);
  const credentials = user();
  const options = { action: 'Get data from sheet', cellsToExtract: extract };
  await run(options, http, credentials);
  await run(options, http, credentials);
  expect(http.requests.filter(({ url }) => url.includes('/token'))).toHaveLength(1);
});

it.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [51, 'AZ'],
  [52, 'BA'],
  [701, 'ZZ'],
  [702, 'AAA'],
])('column %i is %s', (index, letters) => {
  expect(columnLetters(index)).toBe(letters);
});
