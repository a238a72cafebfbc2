import { expect, it } from 'vitest';
import { dropSourceTexts } from '#apps/cli/moving/files/moved-result.ts';

it('takes no word of a source for what an answer or a variable was', () => {
  const result = {
    id: 'r1',
    answers: [{ blockId: 'b', content: 'No', sourceContent: 'Yes' }, 'not an answer'],
    variables: [{ id: 'v', name: 'V', value: 'No', sourceValue: 'Yes' }],
  };
  expect(dropSourceTexts(result)).toEqual({
    id: 'r1',
    answers: [{ blockId: 'b', content: 'No' }, 'not an answer'],
    variables: [{ id: 'v', name: 'V', value: 'No' }],
  });
  expect(dropSourceTexts({ id: 'r2' })).toEqual({ id: 'r2' });
});
