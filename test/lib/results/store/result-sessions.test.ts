import { describe, expect, it } from 'vitest';
import { withSession } from '#lib/results/store/result-sessions.ts';

const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`s${index}`, 1_000 + index]));

describe('withSession', () => {
  it('adds a session', () => {
    expect(withSession({ a: 1 }, { sessionId: 'b', startedAt: 2 })).toStrictEqual({
      sessions: { a: 1, b: 2 },
      dropped: [],
    });
  });

  it('drops the oldest sessions if there are too many', () => {
    expect(withSession(many(19), { sessionId: 'new', startedAt: 5_000 }).dropped).toStrictEqual([]);
    const { sessions, dropped } = withSession(many(22), { sessionId: 'new', startedAt: 5_000 });
    expect(dropped).toStrictEqual(['s0', 's1', 's2']);
    expect(Object.keys(sessions)).toHaveLength(20);
    expect(sessions).toMatchObject({ s3: 1_003, new: 5_000 });
  });

  it('never drops the session that it adds', () => {
    const { sessions } = withSession(many(20), { sessionId: 'new', startedAt: 0 });
    expect(sessions).toHaveProperty('new', 0);
  });

  it('lists a session once', () => {
    expect(withSession(many(20), { sessionId: 's3', startedAt: 9_000 })).toMatchObject({
      dropped: [],
      sessions: { s3: 9_000 },
    });
  });
});
