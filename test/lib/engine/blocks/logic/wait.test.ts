import { expect, it } from 'vitest';
import { waitBlock } from '#lib/engine/blocks/logic/wait.ts';
import { blockContext } from '#test/support/chat/block-context.ts';

const run = (options: unknown) =>
  waitBlock.run(
    { id: 'b1', type: 'Wait', options } as never,
    blockContext({ variables: { seconds: '1,5' } }),
  );

it.each<[options: object, seconds: number]>([
  [{ secondsToWaitFor: '2' }, 2],
  [{ secondsToWaitFor: 3 }, 3],
  [{ secondsToWaitFor: '{{seconds}}' }, 1.5],
  [{ secondsToWaitFor: '2s' }, 2],
])('waits: %j', (options, secondsToWaitFor) => {
  const wait = { type: 'wait', wait: { secondsToWaitFor } };
  expect(run(options)).toEqual({ actions: [wait] });
  expect(run({ ...options, shouldPause: false })).toEqual({ actions: [wait] });
  expect(run({ ...options, shouldPause: true })).toEqual({
    actions: [{ ...wait, expectsDedicatedReply: true }],
  });
});

it.each(['0', '-5'])('pauses without waiting: %s', (secondsToWaitFor) => {
  expect(run({ secondsToWaitFor })).toEqual({});
  expect(run({ secondsToWaitFor, shouldPause: true })).toEqual({
    actions: [{ type: 'wait', wait: { secondsToWaitFor: 0 }, expectsDedicatedReply: true }],
  });
});

it.each([
  undefined,
  {},
  { secondsToWaitFor: '' },
  { secondsToWaitFor: 'soon', shouldPause: true },
  { secondsToWaitFor: [] },
  { secondsToWaitFor: 'Infinity' },
])('does not wait: %j', (options) => {
  expect(run(options)).toEqual({});
});
