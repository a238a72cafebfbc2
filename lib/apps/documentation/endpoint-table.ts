import type { Endpoint } from '#lib/http/contract.ts';

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

const START = '<!-- endpoints: written by `npm run docs` from lib/endpoints.ts -->';
const END = '<!-- /endpoints -->';

/** Returns the README with its endpoint table updated. */
export function withEndpointTable(readme: string, endpoints: readonly Endpoint[]): string {
  const start = readme.indexOf(START);
  const end = readme.indexOf(END);
  if (start < 0 || end < start)
    throw new Error('The README has lost the marks around its table of endpoints');
  return `${readme.slice(0, start)}${START}\n${endpointTable(endpoints)}\n${readme.slice(end)}`;
}
