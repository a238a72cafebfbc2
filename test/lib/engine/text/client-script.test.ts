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
  ['f("Dear {{Name}}", {{Name}})', 'f("Dear Ada", v1)', [{ id: 'v1', value: 'Ada' }]],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the bot's code
  ["f('{{Tags}}', `{{Age}}`)", 'f(\'\\x5b\\x22a\\x22\\x2cnull\\x5d\', `${"36"}`)', []],
])('%s', (source, content, args) => {
  expect(clientScript(source, variables)).toStrictEqual({ content, args });
});

it('has values in quotes that can neither end them nor the script element', () => {
  const value = '"; stolen() //\n</script><script>stolen()</script>';
  const script = clientScript('return ["{{A}}", {{A}}]', new Variables([{ id: 'v1', name: 'A', value }]));
  expect(script.content).not.toContain('<');
  expect(new Function('v1', script.content)(value)).toStrictEqual([value, value]);
});
