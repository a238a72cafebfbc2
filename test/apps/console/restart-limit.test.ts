import { expect, it } from 'vitest';
import { createRestartLimit } from '#apps/console/bot/restart-limit.ts';

it('a frame may start three chats a minute without a click', () => {
  const mayRestart = createRestartLimit();
  const at = (seconds: number) => mayRestart(seconds * 1_000);
  expect([at(0), at(10), at(20), at(30), at(59)]).toEqual([true, true, true, false, false]);
});

it('whoever restarts now and then is never asked', () => {
  const mayRestart = createRestartLimit();
  for (let minutes = 0; minutes < 20; minutes += 0.5) expect(mayRestart(minutes * 60_000)).toBe(true);
});
