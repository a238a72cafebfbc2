import type { Endpoint } from '#lib/http/contract.ts';
import { withWrittenSection } from './written-section.ts';

/** Renders the README's endpoint table as Markdown. */
export function endpointTable(endpoints: readonly Endpoint[]): string {
  const rows = endpoints.map(({ id, method, path, api, role, summary }) =>
    [`\`${method} ${path}\``, summary, api, role ?? 'no token', `[\`${id}\`](functions/${id}.ts)`].join(
      ' | ',
    ),
  );
  return [
    '| Endpoint | What it does | Address | Least role | Function |',
    '|---|---|---|---|---|',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n');
}

/** Returns the README with its endpoint table updated. */
export function withEndpointTable(readme: string, endpoints: readonly Endpoint[]): string {
  return withWrittenSection(
    readme,
    { name: 'endpoints', source: 'lib/endpoints.ts' },
    endpointTable(endpoints),
  );
}
