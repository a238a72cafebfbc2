import { expect, it } from 'vitest';
import { completeName, findByName, findOpenName } from '#apps/console/bot/forms/variable-name.ts';

it('finds the name that is being typed', () => {
  expect(findOpenName('Hi {{Na', 7)).toEqual({ start: 3, typed: 'Na' });
  expect(findOpenName('Hi {{Name}} and', 15)).toBeUndefined();
  expect(findOpenName('Hi {{Name}} {{', 14)).toEqual({ start: 12, typed: '' });
  expect(findOpenName('{ {', 3)).toBeUndefined();
});

it('completes it, also in the middle of a text', () => {
  const text = 'Hi {{Na, welcome';
  expect(completeName(text, 7, { start: 3, typed: 'Na' }, 'Name')).toEqual({
    text: 'Hi {{Name}}, welcome',
    caret: 11,
  });
  expect(completeName('{{Na}}!', 4, { start: 0, typed: 'Na' }, 'Name').text).toBe('{{Name}}!');
});

it('lists names that begin with the text before names that contain it', () => {
  const named = ['Surname', 'Name', 'Age'].map((name) => ({ id: name, name }));
  expect(findByName(named, 'name').map(({ name }) => name)).toEqual(['Name', 'Surname']);
  expect(findByName(named, '')).toHaveLength(3);
});
