import { useState } from 'preact/hooks';
import { useTitle } from '../layout/page.tsx';
import { Button } from '../parts/button.tsx';
import { describeFailure } from '../parts/describe-failure.ts';
import { Field } from '../parts/field.tsx';
import { signIn } from '../session/session.ts';
import { Brand } from './brand.tsx';
import { ProviderButton } from './provider-button.tsx';

/** Asks for a token. The address stays, so that the page behind it is shown afterwards. */
export function SignIn({ reason }: { reason: string | undefined }) {
  const [token, setToken] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  useTitle('Sign in');

  const submit = async () => {
    const trimmed = token.trim();
    if (trimmed === '') return setError('Enter a token.');
    // A token is a header, and `fetch` would throw for anything that cannot be one.
    if (!/^[\x21-\x7e]+$/.test(trimmed)) return setError('A token has only letters, digits and _.');
    setBusy(true);
    setError(undefined);
    try {
      await signIn(trimmed);
    } catch (failure) {
      const isRefused = failure instanceof Error && 'status' in failure && failure.status === 401;
      setError(
        isRefused ? 'The token is unknown, has expired or was revoked.' : describeFailure(failure).message,
      );
      setBusy(false);
    }
  };

  return (
    <main class="sign-in">
      <Brand />
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void submit();
        }}
      >
        <h1>Sign in</h1>
        {reason && !error && (
          <p class="sign-in-error" role="alert">
            {reason}
          </p>
        )}
        <ProviderButton />
        <Field
          label="Token"
          type="password"
          name="token"
          autocomplete="off"
          placeholder="bot_…"
          autofocus
          value={token}
          error={error}
          note="Kept for this tab only, until you close it or sign out."
          onInput={({ currentTarget }) => setToken(currentTarget.value)}
        />
        <Button look="primary" type="submit" isBusy={isBusy}>
          {isBusy ? 'Signing in…' : 'Sign in'}
        </Button>
        <p class="soft">
          An admin of your workspace invites you under People, or makes a token with{' '}
          <code>bots tokens create</code>.
        </p>
      </form>
    </main>
  );
}
