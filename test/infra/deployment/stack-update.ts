import type { StackTemplate } from '../../../infra/deployment/assembly.ts';
import type { DeployedStack } from '../../../infra/deployment/deployed-stacks.ts';
import type { Deployment } from '../../../infra/deployment/deployment.ts';

type Update = {
  template?: StackTemplate;
  /** Undefined if the stack does not exist. */
  deployed?: Partial<DeployedStack> | undefined;
};

/** Returns the data stack's template with these recorded settings. */
export function recordSettings(
  settings: Record<string, string>,
  resources: StackTemplate['Resources'] = {},
): StackTemplate {
  return {
    Resources: {
      ...resources,
      SettingsParameter: { Type: 'AWS::SSM::Parameter', Properties: { Value: JSON.stringify(settings) } },
    },
  };
}

/** Returns a deployment of the stage `prod`. */
export function createDeployment(data: Update, service: Update = {}, forgotten: string[] = []): Deployment {
  return {
    data: toStackUpdate('bots-prod-data', data),
    service: toStackUpdate('bots-prod', service),
    forgotten,
  };
}

function toStackUpdate(
  name: string,
  { template = recordSettings({}), deployed }: Update,
): Deployment['data'] {
  const stack: DeployedStack = {
    status: 'UPDATE_COMPLETE',
    isProtected: true,
    template: {},
    outputs: {},
    rollbackTriggers: [],
    monitoringMinutes: undefined,
  };
  return { name, template, deployRoleArn: undefined, deployed: deployed && { ...stack, ...deployed } };
}
