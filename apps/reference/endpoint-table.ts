import { findFunctionFile } from '#functions/function-file.ts';
import type { Endpoint } from '#lib/platform/http/contract.ts';
import { withWrittenSection } from './written-section.ts';

/** Renders the endpoint tables of docs/api.md as Markdown, one for each address. */
export function formatEndpointTables(endpoints: readonly Endpoint[]): string {
  const toTable = (address: Endpoint['api']) =>
    [
      `| At the ${address} address | What it does | Minimum role |`,
      '|---|---|---|',
      ...endpoints
        .filter(({ api }) => api === address)
        .map(
          ({ id, method, path, role, summary }) =>
            `| \`${method} ${path}\` | [${summary}](../functions/${findFunctionFile(id)}) | ${role ?? 'no token'} |`,
        ),
    ].join('\n');
  return [toTable('management'), toTable('chat')].join('\n\n');
}

/** Returns the page with its endpoint tables updated. */
export function withEndpointTable(page: string, endpoints: readonly Endpoint[]): string {
  return withWrittenSection(
    page,
    { name: 'endpoints', source: 'functions/endpoints.ts' },
    formatEndpointTables(endpoints),
  );
}
