import { Command } from 'commander';
import { defineAction } from '#apps/cli/service/service-action.ts';
import { createDataStream } from '#apps/terminal/output.ts';
import service from '../../../package.json' with { type: 'json' };

type McpOptions = { allowWrites?: true; allowDeletions?: true };

export function mcpCommand(): Command {
  const command = new Command('mcp')
    .description(
      'serve the API as tools to an AI assistant, by the Model Context Protocol on stdin and stdout',
    )
    .option('--allow-writes', 'also offer what changes something')
    .option('--allow-deletions', 'also offer what deletes something, and jobs');

  defineAction<[], McpOptions>(command, async (_, { allowWrites, allowDeletions }, { client }) => {
    // Half of all code of the command line, which no other command needs.
    const { StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
    const { createMcpServer } = await import('#apps/cli/mcp/mcp-server.ts');
    const allowance = { writes: allowWrites === true, deletions: allowDeletions === true };
    const server = createMcpServer(client, service.version, allowance);
    const closed = new Promise<void>((resolve) => {
      server.server.onclose = resolve;
    });
    await server.connect(new StdioServerTransport(process.stdin, createDataStream()));
    await closed;
    // Only the protocol may be on stdout.
    return { text: '' };
  });
  return command;
}
