import { AuthorizationResponseError } from 'oauth4webapi';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { navigate } from 'wouter-preact/use-browser-location';
import { AdminsOnly } from '../layout/admins-only.tsx';
import { Page } from '../layout/page.tsx';
import { describeFailure } from '../parts/describe-failure.ts';
import { EmptyState } from '../parts/states.tsx';
import { showSuccess } from '../parts/toasts.tsx';
import { useSession } from '../session/session.ts';
import { completeConsent, takeConsent } from './google-consent.ts';
import { type PendingConsent, UnknownConsentError } from './google-consent-address.ts';

const TITLE = 'Sign in with Google';

/** `/google`: where Google sends admins back. Stores the credentials, and goes to the list. */
export function GooglePage() {
  return (
    <AdminsOnly title={TITLE}>
      <Consent />
    </AdminsOnly>
  );
}

function Consent() {
  const session = useRef(useSession());
  const [failure, setFailure] = useState<{ message: string; formAddress: string }>();
  useEffect(() => {
    void (async () => {
      const taken = takeConsent();
      try {
        const { name, id } = await completeConsent(taken, session.current);
        navigate('/credentials', { replace: true });
        showSuccess(`“${name ?? id}” is stored.`);
      } catch (error) {
        setFailure({ message: explainFailure(error), formAddress: getFormAddress(taken.pending) });
      }
    })();
  }, []);
  return (
    <Page title={TITLE}>
      {failure ? (
        <div class="card" role="alert">
          <EmptyState
            title="The credentials were not stored"
            action={
              <Link href={failure.formAddress} class="button primary">
                Back to the credentials
              </Link>
            }
          >
            {failure.message}
          </EmptyState>
        </div>
      ) : (
        <div class="card" aria-busy="true">
          <EmptyState title="Storing the credentials…" />
        </div>
      )}
    </Page>
  );
}

/** Returns the address of the form for new credentials, or of the list for ones to replace. */
function getFormAddress(pending: PendingConsent | undefined): string {
  if (!pending?.isNew) return '/credentials';
  return `/credentials?${new URLSearchParams({ kind: pending.kind, id: pending.credentialsId })}`;
}

function explainFailure(error: unknown): string {
  if (error instanceof UnknownConsentError) {
    return 'This sign-in was not begun in this tab with your token. Begin it again.';
  }
  // Texts that are in the address are not shown: anybody can make such a link.
  if (error instanceof AuthorizationResponseError) {
    return error.error === 'access_denied'
      ? 'You have not given access to the account.'
      : 'Google has refused access.';
  }
  return describeFailure(error).message;
}
