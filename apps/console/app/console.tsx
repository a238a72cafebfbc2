import { useLayoutEffect, useState } from 'preact/hooks';
import { Link, Route, Switch, useLocation } from 'wouter-preact';
import { lazyPage } from '../layout/lazy-page.tsx';
import { PageBoundary } from '../layout/page-boundary.tsx';
import { Button } from '../parts/button.tsx';
import { ConfirmationDialog } from '../parts/confirmation.tsx';
import { listenForKeys, useKey } from '../parts/keys.ts';
import { ErrorState } from '../parts/states.tsx';
import { Toasts } from '../parts/toasts.tsx';
import { resumeSession, sessionState, signOut, useRole, useSession } from '../session/session.ts';
import { AccountMenu } from './account-menu.tsx';
import { Brand } from './brand.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { Routes } from './routes.tsx';
import { SignIn } from './sign-in.tsx';

const InvitePage = lazyPage(() => import('./invite-page.tsx').then(({ InvitePage }) => InvitePage));
const ProviderPage = lazyPage(() => import('./provider-page.tsx').then(({ ProviderPage }) => ProviderPage));
const PreviewPage = lazyPage(() => import('./preview-page.tsx').then(({ PreviewPage }) => PreviewPage));

/** The whole console: who is signed in decides what is shown. */
export function Console() {
  useLayoutEffect(listenForKeys, []);
  const state = sessionState.value;
  const [path] = useLocation();
  // Whoever is invited has no token yet. Whoever has one leaves the page signed in with the new one.
  if (path === '/invite') {
    return (
      <PageBoundary path={path}>
        <InvitePage />
      </PageBoundary>
    );
  }
  if (path === '/sign-in') {
    return (
      <PageBoundary path={path}>
        <ProviderPage />
      </PageBoundary>
    );
  }
  switch (state.status) {
    case 'resuming':
      return <ShellWithoutContent />;
    case 'failed':
      return (
        <main class="page">
          <ErrorState
            title="You could not be signed in."
            error={state.error}
            onRetry={() => void resumeSession()}
          >
            <Button onClick={() => signOut()}>Use another token</Button>
          </ErrorState>
        </main>
      );
    case 'signed-out':
      return <SignIn reason={state.reason} />;
    case 'signed-in':
      // A new workspace means new pages, not the old ones with other data.
      return <SignedIn key={state.session.workspace.id} />;
  }
}

/** A preview fills the window. Everything else is in the shell. */
function SignedIn() {
  return (
    <Switch>
      <Route path="/_preview/:botId">
        {({ botId }) => (
          <PageBoundary path={botId}>
            <PreviewPage key={botId} botId={botId} />
          </PageBoundary>
        )}
      </Route>
      <Route>
        <Shell />
      </Route>
    </Switch>
  );
}

/** Takes the space of the bar, so that nothing moves when the token has been recognised. */
function ShellWithoutContent() {
  return (
    <header class="bar" aria-busy="true">
      <Brand />
    </header>
  );
}

function Shell() {
  const [showsKeys, setShowsKeys] = useState(false);
  const { workspace } = useSession();
  const isAdmin = useRole('admin');
  const [path] = useLocation();
  useKey('?', 'Show keyboard shortcuts', () => setShowsKeys(true));
  return (
    <>
      <a class="button skip-link" href="#main">
        Skip to content
      </a>
      <header class="bar">
        <Link href="/" class="brand" aria-label="Bots, home">
          <Brand />
        </Link>
        <nav aria-label={`Workspace ${workspace.name}`}>
          <NavLink href="/" label="Bots" isCurrent={path === '/' || path.startsWith('/bots/')} />
          <NavLink href="/jobs" label="Jobs" isCurrent={path === '/jobs'} />
          {isAdmin && <NavLink href="/people" label="People" isCurrent={path === '/people'} />}
          {isAdmin && <NavLink href="/tokens" label="Tokens" isCurrent={path === '/tokens'} />}
          {isAdmin && <NavLink href="/credentials" label="Credentials" isCurrent={path === '/credentials'} />}
          {isAdmin && <NavLink href="/audit" label="Audit" isCurrent={path === '/audit'} />}
        </nav>
        <div class="bar-end">
          <span class="keys-button">
            <Button look="quiet" icon="help" label="Keyboard shortcuts" onClick={() => setShowsKeys(true)} />
          </span>
          <AccountMenu />
        </div>
      </header>
      <PageBoundary path={path}>
        <Routes />
      </PageBoundary>
      <ConfirmationDialog />
      {showsKeys && <KeysDialog onClose={() => setShowsKeys(false)} />}
      <Toasts />
    </>
  );
}

function NavLink({ href, label, isCurrent }: { href: string; label: string; isCurrent: boolean }) {
  return (
    <Link href={href} class="tab-link" aria-current={isCurrent ? 'page' : undefined}>
      {label}
    </Link>
  );
}
