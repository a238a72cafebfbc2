import { readFile } from 'node:fs/promises';
import { isSetting } from '../config.ts';
import { toArgument } from '../data/recorded-settings.ts';

/** CDK always reads this file, too. */
const CONTEXT_FILE = 'cdk.context.json';

/**
 * Reads the settings of a stage from a file.
 *
 * @returns arguments for `cdk synth`
 * @throws Error if the file is not an object of settings or names no stage, or if cdk.context.json adds some that it does not have
 */
export async function readSettingsFile(file: string, contextFile = CONTEXT_FILE): Promise<string[]> {
  const settings = parseObject(file, await readFile(file, 'utf8'));
  for (const [key, value] of Object.entries(settings)) {
    if (!isSetting(key)) throw new Error(`${file}: ${key} is not a setting. docs/deploy.md lists them`);
    if (!isPlain(value) && !(Array.isArray(value) && value.every(isPlain))) {
      throw new Error(`${file}: ${key} must be a text, a number, true, false or a list`);
    }
  }
  if (!Object.hasOwn(settings, 'bots:stage')) {
    throw new Error(
      `${file}: name the stage, "bots:stage". Without it, the settings would be those of prod.`,
    );
  }
  const context = parseObject(contextFile, await readFile(contextFile, 'utf8').catch(returnEmpty));
  const added = Object.keys(context).filter((key) => isSetting(key) && !Object.hasOwn(settings, key));
  if (added.length > 0) {
    throw new Error(
      `${contextFile} adds ${added.join(', ')} to the settings of ${file}. Move them to that file or remove them.`,
    );
  }
  return Object.entries(settings).flatMap(([key, value]) => ['--context', `${key}=${toArgument(value)}`]);
}

function parseObject(file: string, text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}`, { cause: error });
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new Error(`${file} must be an object of settings, such as { "bots:files": true }`);
}

function isPlain(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function returnEmpty(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '{}';
  throw error;
}
