import { useEffect, useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { describeFailure } from '../parts/describe-failure.ts';
import type { ConsoleConfig } from '../session/console-config.ts';
import { fetchConsoleConfig } from '../session/fetch-console-config.ts';

type Provider = NonNullable<ConsoleConfig['signIn']>;

/** People sign in to one workspace alone, so an invitation of another one is accepted without the provider. */
function canAccept({ workspaceId }: Provider, invitation: string | undefined): boolean {
  return (
    invitation === undefined || workspaceId === undefined || invitation.startsWith(`inv_${workspaceId}.`)
  );
}

/**
 * Offers to sign in with the identity provider. Shows nothing if the operator has configured none.
 *
 * @param invitation secret of an invitation that is accepted with the sign-in
 */
export function ProviderButton({ invitation }: { invitation?: string }) {
  const [provider, setProvider] = useState<Provider>();
  const [isKept, setKept] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    let isShown = true;
    // Whoever has a token can sign in without it, and that form says what is wrong.
    fetchConsoleConfig().then(
      ({ signIn }) => isShown && setProvider(signIn),
      () => {},
    );
    return () => {
      isShown = false;
    };
  }, []);
  if (!provider || !canAccept(provider, invitation)) return null;

  const begin = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const { beginSignIn } = await import('../session/provider-sign-in.ts');
      const returnTo = invitation === undefined ? location.pathname + location.search : '/';
      await beginSignIn(provider, { returnTo, isKept, ...(invitation !== undefined && { invitation }) });
    } catch (error) {
      setFailure(describeFailure(error).message);
      setBusy(false);
    }
  };

  return (
    <div class="provider-button">
      {failure && (
        <p class="sign-in-error" role="alert">
          {failure}
        </p>
      )}
      <Button look="primary" isBusy={isBusy} onClick={() => void begin()}>
        {invitation === undefined ? 'Sign in' : 'Accept'} with {new URL(provider.issuer).host}
      </Button>
      <label class="check-line">
        <input
          type="checkbox"
          checked={isKept}
          onChange={({ currentTarget }) => setKept(currentTarget.checked)}
        />
        Stay signed in on this browser
      </label>
    </div>
  );
}
