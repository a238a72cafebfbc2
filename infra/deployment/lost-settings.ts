import { isDefault, isSetting, STAGE_SETTING } from '../config.ts';
import { getParameterId } from '../data/data-parameter-names.ts';
import { parseSettings, type RecordedSettings } from '../data/recorded-settings.ts';
import type { StackTemplate } from './assembly.ts';
import type { Deployment } from './deployment.ts';

/** Settings that the resources of a data stack give away, if an earlier version deployed it and recorded none. */
const SETTINGS_OF_RESOURCES: Readonly<Record<string, readonly [key: string, value: string]>> = {
  'AWS::CloudFront::Distribution': ['bots:files', 'true'],
  'AWS::KMS::Key': ['bots:encryption', 'customer-managed'],
};

/**
 * Finds settings of the last deployment that this one lacks. A setting with another value, `false` for example, is not
 * lost: somebody has written that.
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
    'Add them to cdk.context.json, which is read by itself, or give them with -c. To go back to the default:',
    `  npm run deploy -- ${lost.map(([key]) => `--forget ${key}`).join(' ')}`,
  ].join('\n');
}

function findMistake(key: string, now: RecordedSettings): string[] {
  if (!isSetting(key) || key === STAGE_SETTING) return [`--forget ${key}: not a setting, such as bots:files`];
  return Object.hasOwn(now, key) ? [`--forget ${key}: this deployment has the setting`] : [];
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
