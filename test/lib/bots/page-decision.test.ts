import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findPageAt } from '#lib/bots/page/page-decision.ts';
import { getWorkspaceOrigin, toWorkspaceLabel } from '#lib/platform/origins/workspace-origin.ts';

const OURS = 'cm4ourworkspace';
const THEIRS = 'cm4theirworkspace';
const LABEL = toWorkspaceLabel(OURS);
const decide = (host: string | undefined) => findPageAt(host, OURS, 'bakery-orders');
const redirect = { redirectTo: `https://${LABEL}.bots.example.com/bakery-orders` };

afterEach(() => vi.unstubAllEnvs());

describe('the label of a workspace', () => {
  it('is the first 32 hexadecimal digits of the SHA-256 of its id', () => {
    expect(LABEL).toBe(createHash('sha256').update(OURS).digest('hex').slice(0, 32));
    expect(LABEL).toMatch(/^[0-9a-f]{32}$/);
    expect(toWorkspaceLabel(THEIRS)).not.toBe(LABEL);
    // Ids are case-sensitive, host names are not.
    expect(toWorkspaceLabel(OURS.toUpperCase())).not.toBe(LABEL);
  });
});

describe('the decision on a page, if workspaces have origins of their own', () => {
  beforeEach(() => vi.stubEnv('WORKSPACE_ORIGINS_BELOW', 'https://bots.example.com'));

  it.each([`${LABEL}.bots.example.com`, `${LABEL.toUpperCase()}.Bots.Example.com`])(
    'is the page at %s',
    (host) => {
      expect(decide(host)).toBe('page');
    },
  );

  it.each([['bots.example.com'], ['BOTS.example.com'], [undefined]])('is a redirect at %s', (host) => {
    expect(decide(host)).toEqual(redirect);
  });

  it.each([
    ['the label of another workspace', `${toWorkspaceLabel(THEIRS)}.bots.example.com`],
    ['no label', 'abc.bots.example.com'],
    ['half a label', `${LABEL.slice(0, 16)}.bots.example.com`],
    ['the id', `${OURS}.bots.example.com`],
    ['a label too many', `x.${LABEL}.bots.example.com`],
    ['the name that AWS gives the distribution', 'd111111abcdef8.cloudfront.net'],
    ['the label at another domain', `${LABEL}.bots.example.org`],
    ['a domain that begins like ours', 'bots.example.com.evil.example'],
    ['another port', `${LABEL}.bots.example.com:8443`],
    ['a final dot', `${LABEL}.bots.example.com.`],
    ['a path', `bots.example.com/${LABEL}`],
    ['an empty host', ''],
  ])('is nothing at %s', (_, host) => {
    expect(decide(host)).toBe('nothing');
  });

  it('knows the port of the bare name', () => {
    vi.stubEnv('WORKSPACE_ORIGINS_BELOW', 'http://localhost:3001');
    expect(getWorkspaceOrigin(OURS)).toBe(`http://${LABEL}.localhost:3001`);
    expect(decide(`${LABEL}.localhost:3001`)).toBe('page');
    expect(decide(`${LABEL}.localhost:3002`)).toBe('nothing');
    expect(decide('localhost:3001')).toEqual({
      redirectTo: `http://${LABEL}.localhost:3001/bakery-orders`,
    });
  });
});

describe('the decision on a page, if all workspaces share one origin', () => {
  it.each([undefined, ''])('is the page at every host (%j)', (below) => {
    vi.stubEnv('WORKSPACE_ORIGINS_BELOW', below);
    for (const host of [undefined, 'bots.example.com', 'd111111abcdef8.cloudfront.net']) {
      expect(decide(host)).toBe('page');
    }
    expect(getWorkspaceOrigin(OURS)).toBeUndefined();
  });
});
