import { describe, expect, it } from 'vitest';
import { MAX_SLICES } from '#lib/jobs/run-job.ts';
import { sharedAssembly } from '#test/support/deployed/shared-assembly.ts';
import { execute } from '#test/support/deployed/state-machine.ts';
import { getDefinition } from '#test/support/deployed/step-functions.ts';

const definition = getDefinition((await sharedAssembly()).template);

describe('the state machine of jobs', () => {
  const run = (invoke: (payload: object) => Promise<unknown>) => execute(definition, { jobId: 'j' }, invoke);
  const over = { isOver: true, waitSeconds: 0 };

  it('calls the function until the job is over, and waits where it says so', async () => {
    const payloads: object[] = [];
    const answers = [{ isOver: false, waitSeconds: 0 }, { isOver: false, waitSeconds: 90 }, over];
    const execution = await run(async (payload) => {
      payloads.push(payload);
      return answers[payloads.length - 1];
    });
    expect(execution).toMatchObject({ isSuccess: true, waitedSeconds: 90 });
    expect(payloads).toStrictEqual([{ jobId: 'j' }, { jobId: 'j' }, { jobId: 'j' }]);
  });

  it('tries again what fails, and in the end has the job marked as failed', async () => {
    let failures = 3;
    expect(
      await run(async () => {
        if (failures-- > 0) throw new Error('Busy');
        return over;
      }),
    ).toMatchObject({ isSuccess: true });

    const payloads: object[] = [];
    const execution = await run(async (payload) => {
      payloads.push(payload);
      if ('isGivenUp' in payload) return over;
      throw new Error('Busy');
    });
    expect(execution.isSuccess).toBe(false);
    expect(payloads.at(-1)).toStrictEqual({ jobId: 'j', isGivenUp: true });
    expect(payloads).toHaveLength(22);
  });

  it('stays below the 25,000 events of a history', async () => {
    let slices = 0;
    const { states } = await run(async () => ({ isOver: ++slices > 100, waitSeconds: 0 }));
    // Each state is entered and exited. A task is also scheduled, started and finished.
    const tasks = states.filter((name) => name === 'RunSlice').length;
    const eventsPerSlice = (2 * states.length + 3 * tasks) / tasks;
    expect(eventsPerSlice).toBeLessThanOrEqual(7.1);
    expect(eventsPerSlice * MAX_SLICES).toBeLessThan(0.75 * 25_000);
  });
});
