import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { BOT_ID } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { MAX_TIMEOUT_SECONDS } from '#lib/platform/http/time-limits.ts';

const which = z.string().regex(/^(draft|[1-9]\d{0,7})$/, { message: 'Must be draft or a release number' });

const entry = z.object({ id: z.string(), label: z.string().optional(), groupId: z.string().optional() });

const differences = z.object({
  added: z.array(entry),
  removed: z.array(entry),
  changed: z.array(entry.extend({ changes: z.array(z.string()) })),
});

export const diffBotContract = defineEndpoint({
  id: 'diff-bot',
  method: 'GET',
  path: '/v1/bots/{botId}/diff',
  api: 'management',
  auth: 'bearer',
  role: 'viewer',
  summary: 'Compare two states of a bot',
  description:
    'Lists the differences between the draft and a release, or between two releases: `from` and `to` are ' +
    '`draft` or a release number. Events, groups, blocks, edges and variables are compared by id; `changes` ' +
    'names the fields that differ, and `fields` those of the document: name, theme, settings and so on. Order ' +
    'only matters for the blocks in a group. `isComplete` is false if not all differences fit into the ' +
    'response.',
  request: {
    params: z.object({ botId: z.string() }),
    query: z.object({ from: which, to: which }),
  },
  response: () =>
    z.object({
      diff: z.object({
        from: which,
        to: which,
        events: differences,
        groups: differences,
        blocks: differences,
        edges: differences,
        variables: differences,
        fields: z.array(z.string()),
        isComplete: z.boolean(),
      }),
    }),
  errors: [],
  table: { reads: ['BOT'] },
  memoryMb: 1024,
  timeoutSeconds: MAX_TIMEOUT_SECONDS,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  const none = { added: [], removed: [], changed: [] };
  return {
    example: {
      params: { botId: BOT_ID },
      query: { from: '2', to: 'draft' },
      response: {
        diff: {
          from: '2',
          to: 'draft',
          events: none,
          groups: none,
          blocks: { ...none, added: [{ id: 'thanks', label: 'text', groupId: 'welcome' }] },
          edges: none,
          variables: { ...none, changed: [{ id: 'var-name', label: 'Name', changes: ['name'] }] },
          fields: ['theme'],
          isComplete: true,
        },
      },
    },
    parameters: { from: 'The earlier state: `draft`, or the number of a release', to: 'The later state' },
  };
}
