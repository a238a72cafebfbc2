import { parseArgs } from 'node:util';

/** Arguments of `npm run deploy`: its own, and those of `cdk deploy`. */
export type DeployArguments = {
  profile: string | undefined;
  region: string | undefined;
  /** The app's command, or the folder of an assembly. By default the command in cdk.json. */
  app: string | undefined;
  /** Folder for the assembly. By default one that is deleted afterwards. */
  output: string | undefined;
  outputsFile: string | undefined;
  /** File with the stage's settings. */
  settings: string | undefined;
  /** Keys of settings that `--forget` names. */
  forgotten: string[];
  hasRollbackTriggers: boolean;
  /** Arguments for `cdk synth`, without the folder for the assembly. */
  forSynthesis: string[];
  /** Arguments for `cdk deploy`, without those that have no effect on an assembly. */
  forDeployment: string[];
  /** Whether CDK only prints its help or version. */
  asksForHelp: boolean;
};

const OPTIONS = {
  forget: { type: 'string', multiple: true },
  settings: { type: 'string' },
  context: { type: 'string', short: 'c', multiple: true },
  profile: { type: 'string' },
  region: { type: 'string' },
  app: { type: 'string', short: 'a' },
  output: { type: 'string', short: 'o' },
  'outputs-file': { type: 'string', short: 'O' },
  'rollback-trigger-alarm-arns': { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

/** Values that options of this command need, which CDK does not know. */
const NEEDS = new Map([
  ['forget', 'the key of a setting, such as bots:files'],
  ['settings', 'a file, such as settings/prod.json'],
]);

/** Options that `cdk synth` gets. */
const FOR_SYNTHESIS = new Set(['context', 'app', 'profile', 'region']);

/** Options that `cdk deploy` does not get. */
const WITHHELD = new Set(['forget', 'settings', 'context', 'app', 'output']);

/** @throws Error if `--forget` names no key, or `--settings` no file */
export function parseDeployArguments(args: readonly string[]): DeployArguments {
  // Not strict: every other option is CDK's.
  const { tokens, values } = parseArgs({ args: [...args], options: OPTIONS, strict: false, tokens: true });
  const options = tokens.filter((token) => token.kind === 'option');
  for (const { name, value } of options) {
    const needs = NEEDS.get(name);
    if (needs !== undefined && (!value || value.startsWith('-'))) throw new Error(`--${name} needs ${needs}`);
  }
  const getPositions = (names: ReadonlySet<string>) =>
    new Set(
      options
        .filter(({ name }) => names.has(name))
        .flatMap(({ index, value, inlineValue }) =>
          value === undefined || inlineValue ? [index] : [index, index + 1],
        ),
    );
  const forSynthesis = getPositions(FOR_SYNTHESIS);
  const withheld = getPositions(WITHHELD);
  const getText = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    profile: getText(values.profile),
    region: getText(values.region),
    app: getText(values.app),
    output: getText(values.output),
    settings: getText(values.settings),
    outputsFile: getText(values['outputs-file']),
    forgotten: [values.forget ?? []].flat().map(String),
    hasRollbackTriggers: values['rollback-trigger-alarm-arns'] !== undefined,
    forSynthesis: args.filter((_, index) => forSynthesis.has(index)),
    forDeployment: args.filter((_, index) => !withheld.has(index)),
    asksForHelp: values.help === true || values.version === true,
  };
}
