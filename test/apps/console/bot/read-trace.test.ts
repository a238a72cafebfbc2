import { describe, expect, it } from 'vitest';
import { readTracedTurn } from '#apps/console/bot/read-trace.ts';

const EMPTY = { variables: [], requests: [], logs: [] };

describe('reading the trace of a turn', () => {
  it('puts the log entries of a step beside it', () => {
    const turn = readTracedTurn({
      trace: {
        steps: [
          { eventId: 'start', type: 'start', edgeId: 'e' },
          {
            groupId: 'g',
            blockId: 'b',
            type: 'Webhook',
            outcome: 'else',
            itemId: 'i',
            variables: [
              { id: 'v', name: 'V', value: ['a', null], isCut: true },
              { id: 'w', name: 'W', value: null },
            ],
            requests: [
              { method: 'GET', host: 'h.example', status: 200 },
              { method: 'GET', host: 'h.example', error: 'timeout' },
            ],
            logs: [1],
          },
        ],
        isCut: true,
      },
      logs: [{ description: 'zero' }, { description: 'one', status: 'info', details: 'more' }],
    });
    expect(turn).toStrictEqual({
      steps: [
        { ...EMPTY, eventId: 'start', type: 'start', edgeId: 'e' },
        {
          groupId: 'g',
          blockId: 'b',
          type: 'Webhook',
          outcome: 'else',
          itemId: 'i',
          variables: [
            { name: 'V', value: '["a",null]', isCut: true },
            { name: 'W', value: '', isCut: false },
          ],
          requests: [
            { method: 'GET', host: 'h.example', outcome: '200' },
            { method: 'GET', host: 'h.example', outcome: 'timeout' },
          ],
          logs: [{ status: 'info', description: 'one', details: 'more' }],
        },
      ],
      isCut: true,
    });
  });

  it.each([{}, { trace: null }, { trace: 'x' }, { trace: {} }, { trace: { steps: 'x' } }])(
    'finds none in %j',
    (said) => {
      expect(readTracedTurn(said)).toBeUndefined();
    },
  );

  it('leaves out what a script may have written otherwise', () => {
    const step = {
      groupId: { toString: 'x' },
      type: 7,
      outcome: ['else'],
      variables: [null, 'x', { name: {}, value: { a: 1 } }],
      requests: 'x',
      logs: [-1, 0.5, 'x', 9],
    };
    const turn = readTracedTurn({ trace: { steps: [null, step, 'x'] }, logs: 'none' });
    expect(turn).toStrictEqual({
      steps: [{ ...EMPTY, type: '', variables: [{ name: '', value: '', isCut: false }] }],
      isCut: false,
    });
  });

  it('shows a list as one line, and bears one that contains itself', () => {
    const list: unknown[] = ['North', null];
    list.push(list, 1n);
    const turn = readTracedTurn({ trace: { steps: [{ variables: [{ name: 'Route', value: list }] }] } });
    expect(turn?.steps[0]?.variables[0]?.value).toBe('["North",null,null,null]');
  });

  it('reads a bounded part of what is longer than any trace', () => {
    const steps = Array.from({ length: 10_000 }, () => ({ type: 'x'.repeat(100_000) }));
    const turn = readTracedTurn({ trace: { steps } });
    expect(turn?.isCut).toBe(true);
    expect(turn?.steps).toHaveLength(200);
    expect(turn?.steps[0]?.type).toHaveLength(10_000);
  });
});
