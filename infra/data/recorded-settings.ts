import { STAGE_SETTING } from '../config.ts';

/*
 * The settings of a deployment, which the data stack's parameter `settings` records for the next one. The next deployment
 * is refused if it lacks one of them, because a setting that is merely forgotten turns things off.
 */

/** Values of settings by their keys with `bots:`, as `-c` takes them. Long values are cut. */
export type RecordedSettings = Readonly<Record<string, string>>;

/**
 * Maximum size of a parameter:
 * https://docs.aws.amazon.com/systems-manager/latest/userguide/parameter-store-advanced-parameters.html
 */
const MAX_BYTES = 4_096;

/** Characters kept of each value. The largest number with which all settings fit is used. */
const VALUE_LENGTHS = [1_000, 200, 80, 40, 20, 8, 0];

/**
 * Returns what the parameter holds. The stage is left out, because it is in the parameter's name.
 *
 * @param settings as they were given, by their keys with `bots:`
 */
export function formatSettings(settings: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(settings)
    .filter(([key]) => key !== STAGE_SETTING)
    // The order in which settings are given must not change the template.
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, value]): [string, string] => [key, toArgument(value)]);
  for (const length of VALUE_LENGTHS) {
    const text = JSON.stringify(Object.fromEntries(entries.map(([key, value]) => [key, cut(value, length)])));
    if (Buffer.byteLength(text) <= MAX_BYTES) return text;
  }
  throw new Error(
    `${entries.length} settings do not fit into a parameter of ${MAX_BYTES} bytes. Leave out those with default values`,
  );
}

/** Reads what `formatSettings` has written. */
export function parseSettings(text: string): RecordedSettings {
  return JSON.parse(text) as RecordedSettings;
}

/** Returns a setting's value as `-c` takes it: a list is written with commas. */
export function toArgument(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : String(value);
}

function cut(value: string, length: number): string {
  const characters = [...value];
  return characters.length <= length ? value : `${characters.slice(0, length).join('')}…`;
}
