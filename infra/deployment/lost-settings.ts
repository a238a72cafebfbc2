import { isDefault, isSetting, STAGE_SETTING } from '../config.ts';
import { getParameterId } from '../data/data-parameter-names.ts';
import { parseSettings, type RecordedSettings } from '../data/recorded-settings.ts';
import type { StackTemplate } from './assembly.ts';
import type { Deployment } from './deployment.ts';

/** Settings to infer from the resources of a data stack that an earlier version deployed, which recorded none. */
const SETTINGS_OF_RESOURCES: Readonly<Record<string, readonly [key: string, value: string]>> = {
  'AWS::CloudFront::Distribution': ['bots:files', 'true'],
  'AWS::KMS::Key': ['bots:encryption', 'customer-managed'],
};

/**
 * Finds settings of the last deployment that this one lacks. A setting with another value, such as `false`, is not lost, because
 * somebody has decided that.
 */
export function findLostSettings({ data, forgotten }: Deployment): string | undefined {
  const before = data.deployed ? readSettings(data.deployed.template) : {};
  const now = readSettings(data.template);
  const mistakes = forgotten.flatMap((key) => findMistake(key, now));
  if (mistakes.length > 0) return mistakes.join('\n');
  const lost = Object.entries(before).filter(
    ([key, value]) =>
      // A setting that this version does not know cannot be given.
      isSetting(key) && !Object.hasOwn(now, key) && !isDefault(key, value) && !forgotten.includes(key),
  );
  if (lost.length === 0) return undefined;
  return [
    `${data.name} was last deployed with settings that are missing now:`,
    ...lost.map(([key, value]) => `  ${key}: ${value}`),
    'Add them to cdk.context.json, or give them with -c. To go back to their defaults:',
    `  npm run deploy -- ${lost.map(([key]) => `--forget ${key}`).join(' ')}`,
  ].join('\n');
}

function findMistake(key: string, now: RecordedSettings): string[] {
  if (!isSetting(key) || key === STAGE_SETTING)
    return [`--forget ${key}: this is not a setting. docs/deploy.md lists them`];
  return Object.hasOwn(now, key)
    ? [`--forget ${key}: this deployment still has the setting. Remove it, or leave out --forget`]
    : [];
}

function readSettings({ Resources = {} }: StackTemplate): RecordedSettings {
  const recorded = Resources[getParameterId('settings')]?.Properties?.Value;
  if (typeof recorded === 'string') return parseSettings(recorded);
  return Object.fromEntries(
    Object.values(Resources).flatMap(({ Type }) => [SETTINGS_OF_RESOURCES[Type] ?? []].filter(isEntry)),
  );
}

function isEntry(entry: readonly string[]): entry is readonly [string, string] {
  return entry.length === 2;
}
