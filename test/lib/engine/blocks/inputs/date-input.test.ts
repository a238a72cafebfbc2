import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dateInputBlock } from '#lib/engine/blocks/inputs/date-input.ts';
import { timeInputBlock } from '#lib/engine/blocks/inputs/time-input.ts';
import { blockContext } from '#test/support/chat/block-context.ts';
import { getContent } from './reply-to-input.ts';

const context = {
  variables: { Separator: 'tot', Last: '20/01/2024', Now: '2024-05-01T10:30:45.123Z' },
  // A Friday.
  ports: { now: () => new Date('2026-01-02T23:30:00Z') },
};

describe.each([
  ['UTC', 0],
  ['America/New_York', 300],
  ['Pacific/Auckland', -780],
])('A date input in a process with the time zone %s', (zone, offsetMinutes) => {
  beforeEach(() => {
    vi.stubEnv('TZ', zone);
    expect(new Date('2026-01-02T00:00:00Z').getTimezoneOffset()).toBe(offsetMinutes);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it.each([
    [{}, '2024-05-01', '01/05/2024'],
    [{}, '01/05/2024', '01/05/2024'],
    [{}, '12/31/2024', '31/12/2024'],
    [{}, 'May 1st 2024', '01/05/2024'],
    [{}, '2024-05-01T10:30', '01/05/2024'],
    [{}, '2024-05-01T23:30+02:00', '01/05/2024'],
    [{}, '2024-05-01T00:30+02:00', '30/04/2024'],
    [{}, '5 May 2024 at 5pm', '05/05/2024'],
    [{}, 'today', '02/01/2026'],
    [{}, 'tomorrow', '03/01/2026'],
    [{}, 'some day', null],
    [{}, '2024-13-01', null],
    [{}, '2024', null],
    [{}, '', null],
    [{ hasTime: true }, '2024-05-01T10:30', '01/05/2024 10:30'],
    [{ hasTime: true }, '2024-05-01', '01/05/2024 12:00'],
    [{ hasTime: true }, 'May 1 2024 5pm', '01/05/2024 17:00'],
    // This hour does not exist in some time zones, which must not matter.
    [{ hasTime: true }, '2024-03-10T02:30', '10/03/2024 02:30'],
    [{ hasTime: true }, '2024-03-31T02:30', '31/03/2024 02:30'],
    [{ format: 'yyyy-MM-dd' }, '05/01/2024', '2024-05-01'],
    [{ format: 'yyyy-MM-dd' }, 'from 2024-01-02 to 2024-01-05', '2024-01-02'],
    [{ format: 'YYYY-DD' }, '2024-05-01', '2024-122'],
    [{ format: '' }, '2024-05-01', '01/05/2024'],
    [{ isRange: true }, 'from 01/01/2024 to 05/01/2024', '01/01/2024 to 05/01/2024'],
    [
      { isRange: true, labels: { separator: '{{Separator}}' } },
      '1 Jan 2024 - 5 Jan 2024',
      '01/01/2024 tot 05/01/2024',
    ],
    [
      { isRange: true, format: 'MMMM do, yyyy' },
      '2024-05-01 to 2024-05-03',
      'May 1st, 2024 to May 3rd, 2024',
    ],
    [{ isRange: true }, '2024-05-01', null],
    [{ labels: { separator: 'tot' } }, '01/01/2024', '01/01/2024'],
  ])('with %j turns %j into %j', async (options, reply, stored) => {
    expect(await getContent(dateInputBlock, { options, context }, reply)).toBe(stored);
  });

  it.each([
    [{ min: '2024-01-10', max: '2024-01-20' }, '2024-01-09', null],
    [{ min: '2024-01-10', max: '2024-01-20' }, '2024-01-10', '10/01/2024'],
    [{ min: '2024-01-10', max: '2024-01-20' }, '2024-01-20', '20/01/2024'],
    [{ min: '2024-01-10', max: '2024-01-20' }, '2024-01-20T23:59', '20/01/2024'],
    [{ min: '2024-01-10', max: '2024-01-20' }, '2024-01-21', null],
    [{ max: '{{Last}}' }, '2024-01-20', '20/01/2024'],
    [{ max: '{{Last}}' }, '2024-01-21', null],
    [{ min: 'today' }, '2026-01-01', null],
    [{ min: 'today' }, '2026-01-02', '02/01/2026'],
    [{ max: 'no date' }, '2024-01-21', '21/01/2024'],
    [{ max: 20 }, '2024-01-21', '21/01/2024'],
    [{ hasTime: true, min: '2024-01-10T12:00' }, '2024-01-10T11:59', null],
    [{ hasTime: true, min: '2024-01-10T12:00' }, '2024-01-10T12:00', '10/01/2024 12:00'],
    [{ hasTime: true, max: '2024-01-10T12:00' }, '2024-01-10T12:00', '10/01/2024 12:00'],
    [{ hasTime: true, max: '2024-01-10T12:00' }, '2024-01-10T12:01', null],
    [{ isRange: true, max: '2024-01-20' }, '2024-01-19 to 2024-01-21', null],
  ])('within %j turns %j into %j', async (options, reply, stored) => {
    expect(await getContent(dateInputBlock, { options, context }, reply)).toBe(stored);
  });

  it('falls back to the default format and logs it if its own is invalid', async () => {
    const seen = blockContext(context);
    const shown = { id: 'd', type: 'date input', options: { format: 'never' } };
    expect(await dateInputBlock.read({ type: 'text', text: '2024-05-01' }, shown, seen)).toStrictEqual({
      status: 'accepted',
      content: '01/05/2024',
    });
    expect(seen.logs).toMatchObject([{ status: 'error', description: '"never" is not a valid date format' }]);
  });

  it.each([
    [
      { min: '{{Now}}', max: '2024-06-01' },
      { min: '2024-05-01', max: '2024-06-01' },
    ],
    [
      { min: '{{Now}}', hasTime: true },
      { min: '2024-05-01T10:30', hasTime: true },
    ],
    [{ min: '{{Unset}}' }, { min: '' }],
  ])('shows %j as %j', async (options, shown) => {
    const block = { id: 'd', type: 'date input', options };
    expect(await dateInputBlock.show?.(block, blockContext(context))).toStrictEqual({
      ...block,
      options: shown,
    });
  });

  it('does not search all of a long reply', async () => {
    expect(await getContent(dateInputBlock, {}, `${'1/'.repeat(50_000)} 2024-05-01`)).toBeNull();
  });
});

describe('A time input', () => {
  it.each([
    [{}, '14:30', '14:30'],
    [{}, '9:05', '09:05'],
    [{}, '2pm', '14:00'],
    [{}, '2:30 PM', '14:30'],
    [{}, 'noon', '12:00'],
    [{}, '22:15:30', '22:15'],
    [{ format: 'hh:mm a' }, '14:30', '02:30 PM'],
    [{}, '25:00', null],
    [{}, '14h30', null],
    [{}, '2430', null],
    [{}, '10', null],
    [{}, 'soon', null],
    [{}, '', null],
  ])('with %j turns %j into %j', async (options, reply, stored) => {
    expect(await getContent(timeInputBlock, { options, context }, reply)).toBe(stored);
  });
});
