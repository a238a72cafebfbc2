import { findFunctionFile } from '#functions/function-file.ts';
import type { Endpoint } from '#lib/platform/http/contract.ts';
import { withWrittenSection } from './written-section.ts';

/** Renders the endpoint table of docs/api.md as Markdown. */
export function endpointTable(endpoints: readonly Endpoint[]): string {
  const rows = endpoints.map(({ id, method, path, api, role, summary }) =>
    [
      `\`${method} ${path}\``,
      summary,
      api,
      role ?? 'no token',
      `[\`${id}\`](../functions/${findFunctionFile(id)})`,
    ].join(' | '),
  );
  return [
    '| Endpoint | What it does | Address | Minimum role | Function |',
    '|---|---|---|---|---|',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n');
}

/** Returns the page with its endpoint table updated. */
export function withEndpointTable(page: string, endpoints: readonly Endpoint[]): string {
  return withWrittenSection(
    page,
    { name: 'endpoints', source: 'functions/endpoints.ts' },
    endpointTable(endpoints),
  );
}
