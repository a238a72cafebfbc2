import path from 'node:path';
import { startDatabaseProcess } from '#apps/local/database/database-process.ts';
import type { DatabaseProgram } from '#apps/local/database/database-program.ts';

/** The account that MiniStack uses for every access key that is not an account number itself. */
export const ACCOUNT = '000000000000';
export const REGION = 'us-east-1';

/**
 * Seconds after which MiniStack stops all but one of a function's idle instances. The default of five minutes
 * would keep several hundred Node processes alive during the tests.
 */
const IDLE_SECONDS = 10;

/**
 * https://github.com/ministackorg/ministack: emulates AWS APIs in memory and runs functions as Node processes.
 */
export type MiniStack = {
  /** Endpoint for all services. */
  url: string;
  stop(): Promise<void>;
};

/**
 * Starts MiniStack on a free port of 127.0.0.1, guarded like a local database: it ends with this process,
 * whatever ends it, and takes the functions' processes with it.
 *
 * @param programs folder of the virtual environment's programs
 * @param folder for temporary files, such as the code of functions
 */
export async function startMiniStack(programs: string, folder: string): Promise<MiniStack> {
  const program: DatabaseProgram = {
    name: 'MiniStack',
    command: '/usr/bin/env',
    args: (port) => [
      `GATEWAY_PORT=${port}`,
      'BIND_HOST=127.0.0.1',
      `MINISTACK_REGION=${REGION}`,
      `LAMBDA_WARM_TTL_SECONDS=${IDLE_SECONDS}`,
      'LOG_LEVEL=WARNING',
      `TMPDIR=${folder}`,
      // Functions run on the first Node in the PATH.
      `PATH=${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`,
      path.join(programs, 'python'),
      '-m',
      'ministack.app',
    ],
    workingDirectory: folder,
    startTimeoutMs: 60_000,
  };
  const { port, stop } = await startDatabaseProcess(program, undefined);
  return { url: `http://127.0.0.1:${port}`, stop };
}
