import { Command } from 'commander';
import { defineAction } from '#apps/cli/service/service-action.ts';
import { toWorkspace, withWorkspace } from '#apps/cli/service/workspace-choice.ts';
import { oneLine, plainTable } from '#apps/terminal/plain-text.ts';

type WorkspaceOption = { workspace?: string };

/** `domains list`, `create`, `delete` and `verify`: host names under which a workspace's bots have pages. */
export function createDomainsCommand(): Command {
  return new Command('domains')
    .description('list, register, delete and verify custom domains of a workspace')
    .addCommand(createListCommand())
    .addCommand(createCreateCommand())
    .addCommand(createDeleteCommand())
    .addCommand(createVerifyCommand());
}

function createListCommand(): Command {
  const command = withWorkspace(new Command('list').description('list custom domains, newest first'));

  defineAction<[], WorkspaceOption>(command, async (_args, { workspace }, service) => {
    const workspaceId = await toWorkspace(service, workspace);
    const { customDomains } = await service.client.listCustomDomains({ query: { workspaceId } });
    const rows = customDomains.map(({ name, createdAt }) => [name, createdAt]);
    return {
      json: { customDomains },
      text: rows.length === 0 ? 'There are no custom domains.' : plainTable(['NAME', 'CREATED'], rows),
    };
  });
  return command;
}

function createCreateCommand(): Command {
  const command = withWorkspace(
    new Command('create')
      .description('register a host name that the operator serves')
      .argument('<name>', 'host name such as offers.example.com'),
  );

  defineAction<[string], WorkspaceOption>(command, async ([name], { workspace }, service) => {
    const workspaceId = await toWorkspace(service, workspace);
    const { customDomain } = await service.client.createCustomDomain({ body: { workspaceId, name } });
    return {
      json: { customDomain },
      text: `Registered ${oneLine(customDomain.name)}. bots domains verify ${oneLine(customDomain.name)} says where its DNS has to lead.`,
    };
  });
  return command;
}

function createDeleteCommand(): Command {
  const command = new Command('delete')
    .description('give up a custom domain; bots lose their pages there')
    .argument('<name>', 'host name, as shown by domains list');

  defineAction<[string], object>(command, async ([domain], _options, { client }) => {
    const { message } = await client.deleteCustomDomain({ params: { domain } });
    return {
      json: { message },
      text: `Deleted ${oneLine(domain)}. Its bots keep their addresses, without pages.`,
    };
  });
  return command;
}

function createVerifyCommand(): Command {
  const command = new Command('verify')
    .description('say whether the deployment serves a custom domain, and where its DNS has to lead')
    .argument('<name>', 'host name, as shown by domains list');

  defineAction<[string], object>(command, async ([domain], _options, { client }) => {
    const verification = await client.verifyCustomDomain({ params: { domain } });
    const { customDomain, isConfigured, cnameTarget } = verification;
    const name = oneLine(customDomain.name);
    const served = isConfigured
      ? `The deployment serves ${name}.`
      : `The deployment does not serve ${name}: its operator has to add the name to bots:customDomains and deploy.`;
    const dns =
      cnameTarget === null ? '' : ` Its DNS needs a CNAME record that leads to ${oneLine(cnameTarget)}.`;
    return { json: verification, text: `${served}${dns}`, isBad: !isConfigured };
  });
  return command;
}
