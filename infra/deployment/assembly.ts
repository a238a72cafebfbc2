import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getParameterId } from '../data/data-parameter-names.ts';

/** A CloudFormation template, with the parts that checks read. */
export type StackTemplate = {
  Resources?: Record<
    string,
    { Type: string; DeletionPolicy?: string; Properties?: Readonly<Record<string, unknown>> }
  >;
  Outputs?: Record<string, unknown>;
};

/** A stack in a cloud assembly. */
export type AssembledStack = {
  name: string;
  template: StackTemplate;
  /** Role with which CDK deploys the stack, with placeholders for partition, account and region. */
  deployRoleArn: string | undefined;
};

type Manifest = {
  artifacts: Record<
    string,
    { type: string; properties: { templateFile: string; stackName?: string; assumeRoleArn?: string } }
  >;
};

/**
 * Reads both stacks from the folder that `cdk synth` has written.
 *
 * @throws Error if the folder is not an assembly of this service
 */
export async function readAssembly(
  folder: string,
): Promise<{ data: AssembledStack; service: AssembledStack }> {
  const { artifacts } = (await readJson(folder, 'manifest.json')) as Manifest;
  const stacks = await Promise.all(
    Object.entries(artifacts)
      .filter(([, { type }]) => type === 'aws:cloudformation:stack')
      .map(
        async ([id, { properties }]): Promise<AssembledStack> => ({
          name: properties.stackName ?? id,
          template: (await readJson(folder, properties.templateFile)) as StackTemplate,
          deployRoleArn: properties.assumeRoleArn,
        }),
      ),
  );
  const isData = ({ template }: AssembledStack) =>
    template.Resources?.[getParameterId('settings')] !== undefined;
  const data = stacks.find(isData);
  const service = stacks.find((stack) => !isData(stack));
  if (!data || !service)
    throw new Error(`${folder} does not contain the stacks of this service. Run npm run synth`);
  return { data, service };
}

async function readJson(folder: string, name: string): Promise<unknown> {
  return JSON.parse(await readFile(join(folder, name), 'utf8'));
}
