import { AuthorizationResponseError } from 'oauth4webapi';
import { useEffect, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { navigate } from 'wouter-preact/use-browser-location';
import { ApiError } from '#apps/client/api-error.ts';
import { PageHeading, useTitle } from '../layout/page.tsx';
import { describeFailure } from '../parts/describe-failure.ts';
import { EmptyState } from '../parts/states.tsx';
import { completeSignIn } from '../session/provider-sign-in.ts';
import { signIn } from '../session/session.ts';
import { Brand } from './brand.tsx';

/** `/sign-in`: where the identity provider sends people back. Completes the sign-in, and goes to the page they wanted. */
export function ProviderPage() {
  const [failure, setFailure] = useState<string>();
  useTitle('Sign in');
  useEffect(() => {
    void (async () => {
      try {
        const { token, returnTo, isKept } = await completeSignIn();
        await signIn(token, { isKept });
        navigate(returnTo, { replace: true });
      } catch (error) {
        setFailure(explainFailure(error));
      }
    })();
  }, []);
  return (
    <main class="sign-in" id="main">
      <Brand />
      {failure === undefined ? (
        <div class="card" aria-busy="true">
          <PageHeading>Signing in…</PageHeading>
        </div>
      ) : (
        <div class="card" role="alert">
          <EmptyState
            title="You could not be signed in"
            action={
              <Link href="/" class="button">
                Try again
              </Link>
            }
          >
            {failure}
          </EmptyState>
        </div>
      )}
    </main>
  );
}

function explainFailure(error: unknown): string {
  // Texts that the provider puts into the address are not shown: anybody can make such a link. The error has no name of its own,
  // which minification would keep.
  if (error instanceof AuthorizationResponseError) {
    return error.error === 'access_denied'
      ? 'The identity provider has denied access.'
      : 'The identity provider has refused the sign-in.';
  }
  // The service says who can help. A token with a higher role, which other pages suggest, cannot.
  if (error instanceof ApiError && error.status === 403) return `${error.message}.`;
  return describeFailure(error).message;
}
