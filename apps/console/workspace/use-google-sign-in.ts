import { useState } from 'preact/hooks';
import { useSession } from '../session/session.ts';
import { getGoogleScope } from './credentials-form.ts';
import type { ConsentWish } from './google-consent-address.ts';

/** Lets the form for credentials of a kind lead to Google, if that is what the kind is for. */
export function useGoogleSignIn(kind: string) {
  const { token, google } = useSession();
  const [hasOwnClient, setOwnClient] = useState(false);
  const isForGoogle = getGoogleScope(kind) !== undefined;
  return {
    isForGoogle,
    /** Whether the operator has set an OAuth client. */
    isOffered: google !== undefined,
    /** Whether somebody enters a refresh token of another client instead. */
    hasOwnClient,
    setOwnClient,
    /** Whether the form leads to Google. */
    signsIn: isForGoogle && google !== undefined && !hasOwnClient,
    async leaveForGoogle(wish: ConsentWish): Promise<void> {
      const { beginConsent } = await import('./google-consent.ts');
      await beginConsent(wish, { clientId: google?.clientId ?? '', tokenId: token.id });
    },
  };
}
