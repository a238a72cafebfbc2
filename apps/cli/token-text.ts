import { formatFacts, oneLine, plainTable } from '#apps/terminal/plain-text.ts';
import { day, terminalWidth } from '#apps/terminal/text-layout.ts';
import type { CreatedToken, Token } from '#lib/workspaces/tokens/store/token.ts';

export function formatTokens(tokens: Omit<Token, 'workspaceId'>[]): string {
  if (tokens.length === 0) return 'There are no tokens.';
  return plainTable(
    ['TOKEN', 'ROLE', 'CREATED', 'LAST USED', 'EXPIRES', 'REVOKED', 'NAME'],
    tokens.map(({ id, role, createdAt, lastUsedOn, expiresAt, revokedAt, name }) => [
      id,
      role,
      day(createdAt),
      lastUsedOn ?? 'never',
      formatExpiry(expiresAt),
      revokedAt === null ? '-' : day(revokedAt),
      name,
    ]),
    terminalWidth(),
  );
}

/** Begins with the secret on a line of its own, which `head -1` takes. */
export function formatCreatedToken(
  token: CreatedToken,
  moreFacts: [label: string, value: string][] = [],
): string {
  const facts = formatFacts([
    ['Id', token.id],
    ['Name', token.name],
    ['Workspace', token.workspaceId],
    ['Role', token.role],
    ['Expires', formatExpiry(token.expiresAt)],
    ...moreFacts,
  ]);
  return `${oneLine(token.token)}\n\nThis token will not be shown again: store it now.\n\n${facts}`;
}

export function formatRevokedToken({ id, name }: Pick<Token, 'id' | 'name'>): string {
  return `Revoked token ${oneLine(`${id} (${name})`)}. It stops working within a minute.`;
}

function formatExpiry(expiresAt: string | null): string {
  return expiresAt === null ? 'never' : day(expiresAt);
}
