import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureDefaultCredentialsFile } from '#apps/local/default-credentials-file.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'default-credentials-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

describe("The local server's file of credentials", () => {
  it('is created without any, readable only by its owner', () => {
    const file = ensureDefaultCredentialsFile(path.join(folder, 'new'));
    expect(readFileSync(file, 'utf8')).toBe('{}\n');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('stays as it is if it exists', () => {
    writeFileSync(path.join(folder, 'credentials.json'), '{"w1": {}}');
    expect(readFileSync(ensureDefaultCredentialsFile(folder), 'utf8')).toBe('{"w1": {}}');
  });

  it('fails if the folder cannot be written', () => {
    writeFileSync(path.join(folder, 'file'), '');
    expect(() => ensureDefaultCredentialsFile(path.join(folder, 'file'))).toThrow(/EEXIST|ENOTDIR/);
  });
});
