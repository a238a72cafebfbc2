/** Content of CDK's `--outputs-file`: the outputs of each deployed stack. */
export type StackOutputs = Record<string, Record<string, string>>;

/** How long CloudFormation monitors the alarm after a deployment. Alarms take up to ten minutes to fire. */
const MONITORING_MINUTES = 15;

/**
 * Returns instructions for the operator after a deployment.
 *
 * @returns an empty text if the service stack is not among the outputs
 */
export function nextSteps(outputs: StackOutputs): string {
  const service = Object.values(outputs).find((stack) => stack.ManagementUrl !== undefined);
  const data = Object.values(outputs).find((stack) => stack.TableName !== undefined);
  if (!service) return '';
  const {
    ManagementUrl,
    ChatUrl,
    ConsoleUrl,
    BotsUrl,
    WorkspaceOrigins,
    CustomDomainsTarget,
    RollbackAlarmArns,
    AlarmTopicArn,
  } = service;
  const table = data?.TableName ?? '<table>';
  return [
    '',
    `Management address  ${ManagementUrl}`,
    `Chat address        ${ChatUrl}`,
    ...(ConsoleUrl === undefined ? [] : [`Console             ${ConsoleUrl}`]),
    ...(BotsUrl === undefined ? [] : [`Pages of bots       ${BotsUrl}/<publicId>`]),
    ...(WorkspaceOrigins === undefined ? [] : [`  redirect to       ${WorkspaceOrigins}/<publicId>`]),
    '',
    'Next:',
    '- The first time, create a workspace and a token:',
    `    npx bots operator workspaces create --name "My team" --table ${table}`,
    `    npx bots operator tokens create --workspace <id> --role admin --name "Me" --table ${table}`,
    '- Check the deployment with a token of a workspace for tests:',
    `    npm run smoke -- --base-url ${ManagementUrl} --chat-url ${ChatUrl} --token <token> --workspace <id>`,
    ...(ConsoleUrl === undefined
      ? ["- The console and the bots' pages are not deployed. To deploy them, set bots:sites."]
      : [`- Open ${ConsoleUrl} and sign in with the token.`]),
    ...(CustomDomainsTarget === undefined
      ? []
      : [
          `- Have the owner of each custom domain make a CNAME record that leads to ${CustomDomainsTarget}. Then register it:`,
          '    npx bots domains create <name>',
        ]),
    ...(AlarmTopicArn === undefined
      ? ['- No alarms are set up yet: set bots:alarmEmail or bots:alarms.']
      : ['- Confirm the subscription that AWS has sent to the address for alarms.']),
    ...(RollbackAlarmArns === undefined
      ? []
      : [
          '- Have the next deployment rolled back by itself if it causes alarms. CloudFormation remembers this:',
          `    npm run deploy -- --rollback-trigger-alarm-arns ${RollbackAlarmArns} --monitoring-time-minutes ${MONITORING_MINUTES}`,
        ]),
    '',
  ].join('\n');
}
