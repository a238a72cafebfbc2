import { text as readText } from 'node:stream/consumers';
import { Command } from 'commander';
import { defineAction } from '#apps/cli/service/service-action.ts';
import { toWorkspace, withWorkspace } from '#apps/cli/service/workspace-choice.ts';
import { tryParseJson } from '#apps/cli/try-parse-json.ts';
import type { OperationRequest } from '#apps/client/client.ts';
import { oneLine, plainTable } from '#apps/terminal/plain-text.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';

type WorkspaceOption = { workspace?: string };

/** `credentials stored`: those of a workspace, without values. */
export function createStoredCredentialsCommand(): Command {
  const command = withWorkspace(
    new Command('stored').description('list the credentials that a workspace has stored, without values'),
  );

  defineAction<[], WorkspaceOption>(command, async (_args, { workspace }, service) => {
    const workspaceId = await toWorkspace(service, workspace);
    const list = await service.client.listCredentials({ params: { workspaceId } });
    const rows = list.credentials.map(({ id, kind, name, state, updatedAt }) => [
      id,
      kind,
      name ?? '-',
      state,
      updatedAt,
    ]);
    const table = plainTable(['ID', 'KIND', 'NAME', 'STATE', 'CHANGED'], rows);
    return { json: list, text: rows.length === 0 ? 'There are no stored credentials.' : table };
  });
  return command;
}

/** `credentials put`. The value comes from stdin: arguments are shown by `ps` and kept by shells. */
export function createPutCredentialsCommand(): Command {
  const command = withWorkspace(
    new Command('put')
      .description('store credentials, read from stdin as JSON with the fields of their kind')
      .argument('<id>', 'id that blocks name; replaces credentials that have it'),
  )
    .requiredOption('--kind <kind>', 'kind of the credentials, such as openai or smtp')
    .option('--name <name>', 'name for people; default: the earlier one');

  type Options = WorkspaceOption & { kind: string; name?: string };
  defineAction<[string], Options>(command, async ([credentialsId], { workspace, kind, name }, service) => {
    const data = tryParseJson(await readText(process.stdin));
    if (!isJsonObject(data))
      throw new Error('stdin must have a JSON object with the fields of the credentials');
    const workspaceId = await toWorkspace(service, workspace);
    // The service checks the kind, and knows more of them than this version may.
    type Body = OperationRequest<'putCredentials'>['body'];
    const body = { kind, data, ...(name !== undefined && { name }) } as Body;
    const stored = await service.client.putCredentials({ params: { workspaceId, credentialsId }, body });
    const { secretUsdPerMonth: price } = stored;
    const cost = price === null ? '' : ` It costs $${price.toFixed(2)} a month.`;
    return { json: stored, text: `Stored ${oneLine(credentialsId)}.${cost}` };
  });
  return command;
}

/** `credentials test`. */
export function createTestCredentialsCommand(): Command {
  const command = withWorkspace(
    new Command('test')
      .description('ask the provider whether it accepts stored credentials, without changing anything')
      .argument('<id>', 'id, as shown by credentials stored'),
  );

  defineAction<[string], WorkspaceOption>(command, async ([credentialsId], { workspace }, service) => {
    const workspaceId = await toWorkspace(service, workspace);
    const verdict = await service.client.testCredentials({ params: { workspaceId, credentialsId } });
    const { status, message } = verdict;
    return { json: verdict, text: `${status}: ${oneLine(message)}`, isBad: status === 'invalid' };
  });
  return command;
}

/** `credentials delete`. */
export function createDeleteCredentialsCommand(): Command {
  const command = withWorkspace(
    new Command('delete')
      .description('delete stored credentials; blocks that name them do nothing')
      .argument('<id>', 'id, as shown by credentials stored'),
  );

  defineAction<[string], WorkspaceOption>(command, async ([credentialsId], { workspace }, service) => {
    const workspaceId = await toWorkspace(service, workspace);
    const { message } = await service.client.deleteCredentials({ params: { workspaceId, credentialsId } });
    return { json: { message }, text: `Deleted ${oneLine(credentialsId)}.` };
  });
  return command;
}
