export type NetworkSettings = {
  vpcSubnetIds: readonly string[];
  vpcSecurityGroupIds: readonly string[];
  httpPrivateHosts: readonly string[];
};

/** Returns what is wrong with the settings of the network, each with its key. */
export function findNetworkProblems(settings: NetworkSettings): [path: string, message: string][] {
  const { vpcSubnetIds, vpcSecurityGroupIds, httpPrivateHosts } = settings;
  const problems: [string, string][] = [];
  if (vpcSubnetIds.length > 0 !== vpcSecurityGroupIds.length > 0) {
    const missing = vpcSubnetIds.length > 0 ? 'vpcSecurityGroupIds' : 'vpcSubnetIds';
    problems.push([missing, 'vpcSubnetIds and vpcSecurityGroupIds belong together']);
  }
  if (httpPrivateHosts.length > 0 && vpcSubnetIds.length === 0) {
    problems.push([
      'httpPrivateHosts',
      'httpPrivateHosts needs vpcSubnetIds: functions outside of a VPC reach no private network',
    ]);
  }
  return problems;
}
