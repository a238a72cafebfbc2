import { Session } from 'node:inspector/promises';

/*
 * Loaded into a measured process before its own code. Responds to the requests of `measured-process.ts`.
 */

/** Microseconds between two samples. */
const SAMPLE_INTERVAL = 200;

const session = new Session();

const answers: Record<string, () => Promise<unknown>> = {
  cpu: async () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  },
  collectGarbage: async () => globalThis.gc?.(),
  startProfile: async () => {
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_INTERVAL });
    await session.post('Profiler.start');
  },
  stopProfile: async () => {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    return profile;
  },
};

process.on('message', async ({ id, question }: { id?: number; question?: string }) => {
  const answer = answers[question ?? ''];
  if (answer) process.send?.({ id, value: await answer() });
});
// Lets the process exit by itself.
process.channel?.unref();
