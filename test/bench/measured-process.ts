import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Profiler } from 'node:inspector';
import { fileURLToPath } from 'node:url';

const REPORTER = new URL('./usage-reporter.ts', import.meta.url);

type Question = 'cpu' | 'startProfile' | 'stopProfile' | 'collectGarbage';

/**
 * A Node process that reports its resource usage. Code is measured in its own process, so that nothing else
 * counts.
 */
export type MeasuredProcess = {
  pid: number;
  child: ChildProcess;
  /** CPU time of all threads so far, in milliseconds. */
  cpuMs(): Promise<number>;
  collectGarbage(): Promise<void>;
  /** Samples the main thread's stack during `run`. */
  profile(run: () => Promise<unknown>): Promise<Profiler.Profile>;
  stop(): Promise<void>;
};

/** Starts a module as a separate process, with additional environment variables and Node options. */
export function startMeasured(
  file: URL,
  env: NodeJS.ProcessEnv = {},
  options: string[] = [],
): MeasuredProcess {
  const child = fork(fileURLToPath(file), {
    execArgv: ['--expose-gc', '--import', REPORTER.href, ...options],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Preserves the bytes of recorded requests.
    serialization: 'advanced',
  });
  let asked = 0;
  const ask = (question: Question): Promise<unknown> => {
    asked += 1;
    const id = asked;
    return new Promise((resolve, reject) => {
      const onExit = (code: number | null) =>
        reject(new Error(`${file.pathname} has ended with code ${code}`));
      const onMessage = (message: { id?: number; value?: unknown }) => {
        if (message.id !== id) return;
        child.off('message', onMessage);
        child.off('exit', onExit);
        resolve(message.value);
      };
      child.on('message', onMessage);
      child.once('exit', onExit);
      child.send({ id, question });
    });
  };
  return {
    pid: child.pid ?? 0,
    child,
    cpuMs: async () => (await ask('cpu')) as number,
    collectGarbage: async () => {
      await ask('collectGarbage');
    },
    async profile(run) {
      await ask('startProfile');
      await run();
      return (await ask('stopProfile')) as Profiler.Profile;
    },
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
