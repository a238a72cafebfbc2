import { expect, it } from 'vitest';
import { toValuePath, type ValueKey } from '#apps/console/bot/request-test/value-path.ts';
import { applyResponseMapping } from '#lib/engine/services/response-mapping.ts';
import { blockContext } from '#test/support/chat/block-context.ts';
import { plainSandbox } from '#test/support/chat/plain-sandbox.ts';

it.each<{ keys: ValueKey[]; path: string; isSimple: boolean }>([
  { keys: [], path: 'data', isSimple: true },
  { keys: ['list', 0, 'name'], path: 'data.list[0].name', isSimple: true },
  { keys: ['$id', 'first name', '0'], path: 'data.$id["first name"]["0"]', isSimple: true },
  { keys: ['é', ''], path: 'data["é"][""]', isSimple: true },
  { keys: ['a"b\\c\n'], path: 'data["a\\"b\\\\c\\n"]', isSimple: false },
  { keys: ['{{Name}}'], path: 'data["{\\u007bName}}"]', isSimple: false },
])('writes the path of $keys as $path, where blocks find the value', async ({ keys, path, isSimple }) => {
  expect(toValuePath(keys)).toBe(path);
  const data = keys.reduceRight<unknown>(
    (inner, key) => (typeof key === 'number' ? [inner] : { [key]: inner }),
    'found',
  );
  let loads = 0;
  const sandbox = async () => {
    loads += 1;
    return plainSandbox;
  };
  const context = blockContext({ variables: { out: '', Name: 'other' }, ports: { sandbox } });
  await applyResponseMapping([{ bodyPath: path, variableId: 'out' }], { statusCode: 200, data }, context);
  expect([context.valueOf('out'), loads === 0]).toEqual(['found', isSimple]);
});
