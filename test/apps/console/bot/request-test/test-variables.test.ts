import { describe, expect, it } from 'vitest';
import { listTestVariables, toPrefilledVariables } from '#apps/console/bot/request-test/test-variables.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

const VARIABLES = [
  { id: 'n', name: 'Name' },
  { id: 'c', name: 'City', value: 'Oslo' },
  { id: 'l', name: 'List', value: ['a', 'b'] },
  { id: 'p', name: '__proto__' },
];

const list = (options: JsonObject) => {
  const { named, others } = listTestVariables(options, VARIABLES);
  return { named: named.map(({ name }) => name), others: others.map(({ name }) => name) };
};

describe('The variables of a test', () => {
  it('are those that the request names, in code as well', () => {
    const webhook = {
      method: 'GET',
      url: 'https://example.com/{{City}}',
      headers: [{ key: 'x', value: '{{= {{List}}.length =}}' }],
      body: '{{Name}}',
    };
    expect(list({ webhook })).toEqual({ named: ['City', 'List'], others: [] });
    expect(list({ webhook: { ...webhook, method: 'POST' }, isCustomBody: true })).toEqual({
      named: ['Name', 'City', 'List'],
      others: [],
    });
  });

  it.each<JsonObject>([
    { webhook: { url: '{{City}}' } },
    { webhook: { url: '{{City}}', body: '{{Name}}' } },
    { webhook: { url: '{{City}}', body: '{{state}}' }, isCustomBody: true },
  ])('are all of them if the request sends all: %j', (options) => {
    expect(list(options)).toEqual({ named: ['City'], others: ['Name', 'List'] });
  });

  it('begin with the test values of the block, or else with those of the draft', () => {
    const options = {
      webhook: { method: 'GET', url: '{{Name}}{{City}}{{List}}' },
      variablesForTest: [{ id: 't', variableId: 'n', value: 'Ada' }, 'odd'],
    };
    const shown = listTestVariables(options, VARIABLES);
    expect(shown.named.map(({ value }) => value)).toEqual(['Ada', 'Oslo', '["a","b"]']);
    expect(toPrefilledVariables(shown, {}, VARIABLES)).toEqual({ Name: 'Ada' });
    expect(toPrefilledVariables(shown, { n: '', c: '', l: 'x' }, VARIABLES)).toEqual({ City: '', List: 'x' });
  });

  it.each<JsonObject>([{}, { webhook: 'odd' }, { webhook: { url: 7, headers: 'x' }, variablesForTest: 'x' }])(
    'do not fail for odd options: %j',
    (options) => expect(() => list(options)).not.toThrow(),
  );
});
