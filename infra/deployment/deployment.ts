import type { AssembledStack } from './assembly.ts';
import type { DeployedStack } from './deployed-stacks.ts';

/** A stack before and after a deployment. */
export type StackUpdate = AssembledStack & {
  /** Undefined before the first deployment. */
  deployed: DeployedStack | undefined;
};

/** Both stacks, as `npm run deploy` is about to deploy them. */
export type Deployment = {
  data: StackUpdate;
  service: StackUpdate;
  /** Keys of settings that `--forget` names. */
  forgotten: readonly string[];
};

/**
 * Checks a deployment before anything is changed.
 *
 * @returns why it must not be done, and what to do instead; undefined if nothing is wrong
 */
export type DeploymentCheck = (deployment: Deployment) => string | undefined | Promise<string | undefined>;
