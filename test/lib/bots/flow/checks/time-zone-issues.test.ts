import { describe, expect, it } from 'vitest';
import { botWithBlocks, findIssues } from './bot-with-blocks.ts';

const check = (type: string | undefined, timeZone: unknown) =>
  findIssues(
    botWithBlocks([{ id: 's', type: 'Set variable', options: { variableId: 'v', type, timeZone } }]),
    'INVALID_TIME_ZONE',
  );

describe('The time zone of a date', () => {
  it.each(['Now', 'Today', 'Yesterday', 'Tomorrow', 'Moment of the day'])(
    'of type %s has to exist',
    (type) => {
      expect(check(type, 'Mars/Olympus')).toStrictEqual(['warning bot.groups[0].blocks[0].options.timeZone']);
    },
  );

  it.each(['Europe/Paris', ' Asia/Kolkata ', 'UTC', '+02:00', '', undefined, '{{Name}}', 7])(
    'may be %j',
    (timeZone) => {
      expect(check('Today', timeZone)).toStrictEqual([]);
    },
  );

  it('does not matter to other values', () => {
    expect(check('Random ID', 'Mars/Olympus')).toStrictEqual([]);
    expect(check(undefined, 'Mars/Olympus')).toStrictEqual([]);
  });
});
