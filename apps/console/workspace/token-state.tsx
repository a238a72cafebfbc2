import type { OperationData } from '#apps/client/client.ts';

export type ListedToken = OperationData<'listTokens'>['tokens'][number];

type TokenState = 'valid' | 'expired' | 'revoked';

/** Tells whether a token is still valid. */
export function toTokenState(
  { revokedAt, expiresAt }: Pick<ListedToken, 'revokedAt' | 'expiresAt'>,
  nowMs: number = Date.now(),
): TokenState {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= nowMs ? 'expired' : 'valid';
}

const LOOKS: Record<TokenState, { look: string; text: string }> = {
  valid: { look: 'good', text: 'Valid' },
  expired: { look: '', text: 'Expired' },
  revoked: { look: 'bad', text: 'Revoked' },
};

export function TokenStateTag({ state }: { state: TokenState }) {
  const { look, text } = LOOKS[state];
  return <span class={`tag ${look}`}>{text}</span>;
}
