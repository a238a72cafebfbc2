import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readSettingsFile } from '../../../infra/deployment/settings-file.ts';

/** Reads a file with this content, beside a cdk.context.json. */
async function read(settings: unknown, context?: unknown) {
  const folder = mkdtempSync(join(tmpdir(), 'bots-settings-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [file, contextFile] = [join(folder, 'prod.json'), join(folder, 'cdk.context.json')];
  const toText = (content: unknown) => (typeof content === 'string' ? content : JSON.stringify(content));
  writeFileSync(file, toText(settings));
  if (context !== undefined) writeFileSync(contextFile, toText(context));
  return await readSettingsFile(file, contextFile);
}

describe('a file of settings', () => {
  it('becomes arguments for CDK', async () => {
    const settings = {
      'bots:stage': 'prod',
      'bots:files': true,
      'bots:logRetentionDays': 90,
      'bots:customDomains': ['a.example.com', 'b.example.com'],
      'bots:smtpFrom': 'Bots <bots@example.com>',
    };
    expect(await read(settings)).toEqual([
      ...[
        '--context',
        'bots:stage=prod',
        '--context',
        'bots:files=true',
        '--context',
        'bots:logRetentionDays=90',
      ],
      ...['--context', 'bots:customDomains=a.example.com,b.example.com'],
      ...['--context', 'bots:smtpFrom=Bots <bots@example.com>'],
    ]);
  });

  it.each([
    ['{', /prod\.json is not JSON: /],
    ['[]', /prod\.json must be an object of settings/],
    [{ 'bots:fils': true }, /prod\.json: bots:fils is not a setting/],
    [{ files: true }, /prod\.json: files is not a setting/],
    [{ 'bots:files': null }, /prod\.json: bots:files must be a text, a number, true, false or a list/],
    [{ 'bots:customDomains': [{}] }, /prod\.json: bots:customDomains must be/],
    // The default stage is prod, which the file may not be meant for.
    [{ 'bots:files': true }, /prod\.json: name the stage, "bots:stage"/],
  ])('is refused if it is %j', async (settings, reason) => {
    await expect(read(settings)).rejects.toThrow(reason);
  });

  it('is refused if cdk.context.json adds settings, which are of another stage perhaps', async () => {
    const context = { 'bots:alarmEmail': 'ops@example.com', 'bots:files': true };
    await expect(read({ 'bots:stage': 'prod', 'bots:files': false }, context)).rejects.toThrow(
      /cdk\.context\.json adds bots:alarmEmail to the settings of .*prod\.json/,
    );
    expect(await read({ 'bots:stage': 'prod' }, { 'availability-zones': ['a'] })).toEqual([
      '--context',
      'bots:stage=prod',
    ]);
  });
});
