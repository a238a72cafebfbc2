import { describe, expect, it } from 'vitest';
import { nocodbBlock } from '#lib/engine/blocks/integrations/nocodb.ts';
import { nocodbWhere } from '#lib/engine/blocks/integrations/nocodb-where.ts';
import { runActionBlock } from './run-action-block.ts';

const RECORDS = {
  json: { list: [{ Id: 1, Name: 'Ada' }, { Id: 2, Name: 'Bob' }, 'none', { Id: 3, Name: 'Cy' }] },
};
const FILTER = { comparisons: [{ input: 'City', operator: 'Equal to', value: '{{City}}' }], joiner: 'AND' };
const SEARCH = {
  action: 'Search Records',
  tableId: 't 1',
  viewId: 'v1',
  filter: FILTER,
  responseMapping: [{ fieldName: 'Name', variableId: 'names' }, { variableId: 'names' }],
};

describe('search', () => {
  it.each([
    [undefined, ['Ada', 'Bob', 'Cy']],
    ['All', ['Ada', 'Bob', 'Cy']],
    ['First', 'Ada'],
    ['Last', 'Cy'],
    ['Random', 'Bob'],
  ])('returns %s', async (returnType, names) => {
    const { http, context } = await runActionBlock(
      nocodbBlock,
      { ...SEARCH, returnType },
      {
        variables: { City: 'Rome', names: null },
        http: [RECORDS],
        ports: { random: () => 0.5 },
      },
    );
    const [request] = http.requests;
    const url = new URL(request?.url ?? '');
    expect(url.origin + url.pathname).toBe('https://app.nocodb.com/api/v2/tables/t%201/records');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      limit: '1000',
      viewId: 'v1',
      where: '(City,eq,Rome)',
    });
    expect(request).toMatchObject({ method: 'GET', headers: { 'xc-token': 'secret-key' } });
    expect(context.valueOf('names')).toEqual(names);
  });

  it('that finds nothing', async () => {
    const { context } = await runActionBlock(nocodbBlock, SEARCH, {
      variables: { City: 'x', names: 'before' },
      http: [{ json: {} }],
    });
    expect(context.logs).toEqual([
      { status: 'info', description: "Couldn't find any records matching the filter" },
    ]);
    expect(context.valueOf('names')).toBe('before');
  });
});

it('create', async () => {
  const { http, sent } = await runActionBlock(
    nocodbBlock,
    {
      action: 'Create Record',
      tableId: 't',
      fields: [
        { key: 'Name', value: '{{Name}}' },
        { key: 'City', value: '' },
      ],
    },
    {
      variables: { Name: 'Ada' },
      credentials: { apiKey: 'k', baseUrl: 'https://db.example/' },
      http: [{ json: {} }],
    },
  );
  expect(http.requests[0]).toMatchObject({
    url: 'https://db.example/api/v2/tables/t/records',
    method: 'POST',
  });
  expect(sent).toEqual([{ Name: 'Ada' }]);
});

describe('update', () => {
  const UPDATE = {
    action: 'Update Existing Record',
    tableId: 't',
    filter: FILTER,
    updates: [{ fieldName: 'Age', value: '7' }],
  };

  it('what the filter finds', async () => {
    const { http, sent } = await runActionBlock(nocodbBlock, UPDATE, {
      variables: { City: 'Rome' },
      http: [{ json: { list: [{ Id: 1 }, { id: 2 }, { Name: 'no key' }] } }, { json: {} }],
    });
    expect(http.requests[1]).toMatchObject({
      url: 'https://app.nocodb.com/api/v2/tables/t/records',
      method: 'PATCH',
    });
    expect(JSON.parse(String(sent[1]))).toEqual([
      { Id: 1, Age: '7' },
      { id: 2, Age: '7' },
    ]);
  });

  it.each([
    [
      { filter: undefined },
      [],
      { status: 'error', description: 'No filter provided', context: 'While updating record' },
    ],
    [
      { updates: [] },
      [],
      { status: 'error', description: 'No updates provided', context: 'While updating record' },
    ],
    [
      {},
      [{ json: { list: [] } }],
      { status: 'info', description: "Couldn't find any records matching the filter" },
    ],
  ])('%j', async (changed, http, log) => {
    const { context } = await runActionBlock(
      nocodbBlock,
      { ...UPDATE, ...changed },
      { variables: { City: 'Rome' }, http },
    );
    expect(context.logs).toEqual([log]);
  });
});

it.each([
  [SEARCH, { tableId: '' }, 'No table provided'],
  [{ action: 'Create Record', tableId: 't' }, {}, 'No fields provided'],
])('%j %j', async (options, changed, description) => {
  const { context } = await runActionBlock(
    nocodbBlock,
    { ...options, ...changed },
    { variables: { City: 'Rome' } },
  );
  expect(context.logs).toMatchObject([{ status: 'error', description }]);
});

describe('filters', () => {
  it.each([
    [undefined, undefined],
    [{ comparisons: [] }, undefined],
    [{ comparisons: [{ value: 'no field' }] }, undefined],
    [{ comparisons: [{ input: 'A', value: '1' }] }, '(A,eq,1)'],
    [
      {
        comparisons: [
          { input: 'A', operator: 'Not equal', value: '1' },
          { input: 'B', operator: 'Contains', value: 'x' },
        ],
      },
      '(A,neq,1)~and(B,like,%x%)',
    ],
    [
      {
        joiner: 'OR',
        comparisons: [
          { input: 'A', operator: 'Greater than', value: '1' },
          { input: 'B', operator: 'Less than', value: '2' },
        ],
      },
      '(A,gt,1)~or(B,lt,2)',
    ],
    [
      {
        comparisons: [
          { input: 'A', operator: 'Starts with', value: 'x' },
          { input: 'B', operator: 'Ends with', value: 'y' },
        ],
      },
      '(A,like,x%)~and(B,like,%y)',
    ],
    [
      {
        comparisons: [
          { input: 'A', operator: 'Is set' },
          { input: 'B', operator: 'Is empty' },
        ],
      },
      '(A,notblank)~and(B,blank)',
    ],
  ] as const)('%j', (filter, where) => {
    expect(nocodbWhere(filter)).toBe(where);
  });

  it.each([
    ['x)~or(Id,gt,0', 'The value for "A" contains characters that are not allowed in a filter'],
    [undefined, 'No value to compare "A" with'],
  ])('refuses %s', (value, message) => {
    expect(() => nocodbWhere({ comparisons: [{ input: 'A', operator: 'Equal to', value }] })).toThrow(
      message,
    );
  });
});
