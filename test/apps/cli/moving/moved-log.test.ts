import { describe, expect, it } from 'vitest';
import { toMovedLogs } from '#apps/cli/moving/source/moved-log.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { importedResult } from '#lib/results/import/imported-result.ts';

const TIME = '2026-01-02T03:04:05.678Z';

function log(fields: JsonObject): JsonObject {
  return {
    id: 'l1',
    createdAt: TIME,
    resultId: 'r1',
    status: 'error',
    description: 'Failed',
    details: null,
    context: null,
    ...fields,
  };
}

function expectImportable(logs: unknown[]): void {
  expect(importedResult.safeParse({ id: 'r1', createdAt: TIME, logs }).error?.issues).toBeUndefined();
}

describe('logs of a moved result', () => {
  it('have what an import takes', () => {
    const logs = toMovedLogs([
      log({ details: '{"a":1}', context: 'client' }),
      log({ id: 'l2', status: null, details: { response: 404 } }),
    ]);
    expect(logs).toEqual([
      { createdAt: TIME, status: 'error', description: 'Failed', details: '{"a":1}', context: 'client' },
      { createdAt: TIME, description: 'Failed', details: '{"response":404}' },
    ]);
    expectImportable(logs);
  });

  it('are in the order of their times, and of their ids in the same millisecond', () => {
    const logs = toMovedLogs([
      log({ id: 'b', description: 'third' }),
      log({ id: 'c', createdAt: '2025-12-31T23:59:59.999Z', description: 'first' }),
      log({ id: 'a', description: 'second' }),
    ]);
    expect(logs.map(({ description }) => description)).toEqual(['first', 'second', 'third']);
  });

  it('are shortened to what an import takes, and say so', () => {
    const logs = toMovedLogs([
      log({
        status: 's'.repeat(101),
        description: 'd'.repeat(10_001),
        details: '"'.repeat(20_000),
        context: 'c'.repeat(1_001),
      }),
    ]);
    expectImportable(logs);
    expect(logs).toEqual([
      {
        createdAt: TIME,
        status: `${'s'.repeat(78)}… (23 more characters)`,
        description: `${'d'.repeat(9_978)}… (23 more characters)`,
        details: `${'"'.repeat(8_177)}… (11823 more characters)`,
        context: `${'c'.repeat(978)}… (23 more characters)`,
      },
    ]);
  });

  it('are not shortened if they just fit', () => {
    const fields = {
      status: 's'.repeat(100),
      description: 'd'.repeat(10_000),
      details: 'x'.repeat(16 * 1_024 - 2),
      context: 'c'.repeat(1_000),
    };
    const logs = toMovedLogs([log(fields)]);
    expect(logs).toEqual([{ createdAt: TIME, ...fields }]);
    expectImportable(logs);
  });

  it.each([9_976, 9_977, 9_978, 9_979])('are never cut inside a character (%i before it)', (before) => {
    const logs = toMovedLogs([log({ description: `${'d'.repeat(before)}${'😀'.repeat(100)}` })]);
    expectImportable(logs);
    expect(logs[0]?.description.isWellFormed()).toBe(true);
    expect(logs[0]?.description).toMatch(/^d+(😀)*… \(\d+ more characters\)$/u);
  });

  it('end with a note beyond what an import takes, which is the same however many follow', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => log({ id: String(index).padStart(4, '0') }));
    expect(toMovedLogs(many(1_000))).toHaveLength(1_000);
    const logs = toMovedLogs(many(1_234));
    expect(logs).toHaveLength(1_000);
    expect(logs.at(-1)).toEqual({
      createdAt: TIME,
      status: 'info',
      description: 'Later log entries were left out when this result was moved',
    });
    expect(toMovedLogs(many(2_000))).toEqual(logs);
    expectImportable(logs);
  });
});
