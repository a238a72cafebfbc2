import { useEffect, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { ApiError } from '#apps/client/api-error.ts';
import { createClient, type OperationData } from '#apps/client/client.ts';
import { PageHeading, useTitle } from '../layout/page.tsx';
import { Button } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { describeFailure } from '../parts/describe-failure.ts';
import { Field } from '../parts/field.tsx';
import { EmptyState } from '../parts/states.tsx';
import { Toasts } from '../parts/toasts.tsx';
import { signIn } from '../session/session.ts';
import { Brand } from './brand.tsx';
import { ProviderButton } from './provider-button.tsx';

type Accepted = OperationData<'acceptInvitation'>;

/**
 * `/invite#inv_…`: accepts an invitation, shows the personal token once, and signs in with it. The secret is in the
 * fragment, which browsers never send, and stays in the address until it is used, so that a reload does no harm.
 */
export function InvitePage() {
  const [secret, setSecret] = useState(() => location.hash.slice(1));
  const [accepted, setAccepted] = useState<Accepted>();
  useTitle('Invitation');
  useEffect(() => {
    // Another link that is opened in this tab changes the fragment alone, which loads nothing. The token that is shown
    // is not shown again, so it stays.
    const readSecret = () => !accepted && setSecret(location.hash.slice(1));
    window.addEventListener('hashchange', readSecret);
    return () => window.removeEventListener('hashchange', readSecret);
  }, [accepted]);
  return (
    <main class="sign-in" id="main">
      <Brand />
      {accepted ? (
        <Welcome accepted={accepted} />
      ) : (
        <Invitation key={secret} secret={secret} onAccepted={setAccepted} />
      )}
      <Toasts />
    </main>
  );
}

function Invitation(props: { secret: string; onAccepted: (accepted: Accepted) => void }) {
  const { secret, onAccepted } = props;
  const [isGone, setGone] = useState(false);
  if (isGone || secret === '') return <InvalidInvitation isIncomplete={secret === ''} />;
  return <AcceptForm secret={secret} onAccepted={onAccepted} onGone={() => setGone(true)} />;
}

function AcceptForm(props: { secret: string; onAccepted: (accepted: Accepted) => void; onGone: () => void }) {
  const { secret, onAccepted, onGone } = props;
  const [name, setName] = useState('');
  const [nameError, setNameError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const accept = async () => {
    if (name.trim() === '') return setNameError('Enter your name.');
    setBusy(true);
    setFailure(undefined);
    try {
      const client = createClient({ baseUrl: location.origin });
      const accepted = await client.acceptInvitation({ body: { secret, name: name.trim() } });
      history.replaceState(history.state, '', location.pathname);
      onAccepted(accepted);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return onGone();
      setFailure(describeFailure(error).message);
      setBusy(false);
    }
  };

  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void accept();
      }}
    >
      <PageHeading>You are invited</PageHeading>
      <p>Somebody has invited you to their workspace, to work on its bots. The invitation works once.</p>
      {failure && (
        <p class="sign-in-error" role="alert">
          {failure}
        </p>
      )}
      <Field
        label="Your name"
        name="name"
        autocomplete="name"
        maxLength={100}
        autofocus
        value={name}
        error={nameError}
        note="Your colleagues see it beside what you change."
        onInput={({ currentTarget }) => {
          setName(currentTarget.value);
          setNameError(undefined);
        }}
      />
      <Button look="primary" type="submit" isBusy={isBusy}>
        {isBusy ? 'Accepting…' : 'Accept the invitation'}
      </Button>
      <ProviderButton invitation={secret} />
    </form>
  );
}

const ROLE_NOTES: Record<Accepted['token']['role'], string> = {
  viewer: 'You can read its bots and their results.',
  editor: 'You can change and publish its bots, and read their results.',
  admin: 'You can change and publish its bots, read their results, and invite others.',
};

/** Shows the token before it is used: without it, a person who signs out could not come back. */
function Welcome({ accepted: { token, workspace } }: { accepted: Accepted }) {
  const [isKept, setKept] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [, navigate] = useLocation();

  const open = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await signIn(token.token, { isKept });
      navigate('/', { replace: true });
    } catch (error) {
      setFailure(describeFailure(error).message);
      setBusy(false);
    }
  };

  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void open();
      }}
    >
      <PageHeading>Welcome to {workspace.name}</PageHeading>
      <p>
        {token.name}, you are now {token.role === 'viewer' ? 'a' : 'an'} {token.role} of this workspace.{' '}
        {ROLE_NOTES[token.role]}
      </p>
      {failure && (
        <p class="sign-in-error" role="alert">
          {failure}
        </p>
      )}
      <div class="field">
        <label for="personal-token">Your token</label>
        <div class="copy-line">
          <input
            class="input"
            id="personal-token"
            readOnly
            value={token.token}
            aria-describedby="personal-token-note"
          />
          <CopyButton text={token.token} />
        </div>
        <span class="field-note" id="personal-token-note">
          Keep it like a password, for example in a password manager: you sign in with it on another device,
          or after you have signed out. It is shown only this once, and ends 30 days after you last used it.
        </span>
      </div>
      <label class="check-line">
        <input
          type="checkbox"
          checked={isKept}
          onChange={({ currentTarget }) => setKept(currentTarget.checked)}
        />
        Stay signed in on this browser
      </label>
      <Button look="primary" type="submit" isBusy={isBusy}>
        {isBusy ? 'Opening…' : 'Open the console'}
      </Button>
    </form>
  );
}

function InvalidInvitation({ isIncomplete }: { isIncomplete: boolean }) {
  return (
    <div class="card" role="alert">
      <EmptyState
        title={isIncomplete ? 'This link is incomplete' : 'This invitation is no longer valid'}
        action={
          <Link href="/" class="button">
            Sign in with a token
          </Link>
        }
      >
        {isIncomplete
          ? 'The part after # is missing. Open the whole link, as it was sent to you.'
          : 'It was used already, has expired after 7 days, or was revoked. Ask whoever invited you for a new one.'}
      </EmptyState>
    </div>
  );
}
