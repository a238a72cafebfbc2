import { expect, it } from 'vitest';
import { Variables } from '#lib/engine/model/variables.ts';
import { clientScript } from '#lib/engine/text/client-script.ts';

const variables = new Variables([
  { id: 'v1', name: 'Name', value: 'Ada' },
  { id: 'v2', name: 'Age', value: '36' },
  { id: 'v3', name: 'Tags', value: ['a', null] },
  { id: 'v4', name: 'Unset' },
]);

it.each([
  ['postMessage("x")', 'postMessage("x")', []],
  [
    'f({{Name}}, {{Age}}, {{Name}})',
    'f(v1, v2, v1)',
    [
      { id: 'v1', value: 'Ada' },
      { id: 'v2', value: 36 },
    ],
  ],
  [
    '{{Tags}} + {{Unset}}',
    'v3 + v4',
    [
      { id: 'v3', value: ['a', null] },
      { id: 'v4', value: undefined },
    ],
  ],
  ['f({{Unknown}})', 'f()', []],
])('%s', (source, content, args) => {
  expect(clientScript(source, variables)).toStrictEqual({ content, args });
});
