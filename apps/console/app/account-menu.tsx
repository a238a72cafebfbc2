import { useLocation } from 'wouter-preact';
import { chooseTheme, colorTheme, THEMES } from '../layout/theme.ts';
import { Button } from '../parts/button.tsx';
import { Popover } from '../parts/menu.tsx';
import { Segments } from '../parts/segments.tsx';
import { formatTime } from '../parts/time.tsx';
import { chooseWorkspace, signOut, useSession } from '../session/session.ts';

const THEME_LABELS = { system: 'System', light: 'Light', dark: 'Dark' };

/** Says who is signed in where, and changes workspace and theme. */
export function AccountMenu() {
  const { token, workspace, workspaces, hasWorkspaceOrigins } = useSession();
  const [, navigate] = useLocation();
  return (
    <div class="account">
      <Popover
        label={`Workspace ${workspace.name}, account`}
        icon="person"
        role="dialog"
        class="account-menu"
        text={<span class="account-name">{workspace.name}</span>}
      >
        {(close) => (
          <>
            <dl>
              <dt>Token</dt>
              <dd>{token.name}</dd>
              <dt>Role</dt>
              <dd>{workspace.role}</dd>
              {token.expiresAt && (
                <>
                  <dt>Expires</dt>
                  <dd>{formatTime(token.expiresAt)}</dd>
                </>
              )}
            </dl>
            {workspaces.length > 1 && (
              <label class="field">
                Workspace
                <select
                  class="input"
                  value={workspace.id}
                  onChange={({ currentTarget }) => {
                    close();
                    chooseWorkspace(currentTarget.value);
                    // The page of a bot would still show the previous workspace.
                    navigate('/');
                  }}
                >
                  {workspaces.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </select>
              </label>
            )}
            {workspaces.length > 1 && !hasWorkspaceOrigins && (
              <p class="soft">
                Pages of these workspaces share one origin: their bots' scripts reach what visitors have
                stored for each other. Workspaces whose people do not trust each other need
                bots:workspaceOrigins.
              </p>
            )}
            <Segments
              label="Theme"
              value={colorTheme.value}
              options={THEMES.map((value) => ({ value, label: THEME_LABELS[value] }))}
              onChoose={chooseTheme}
            />
            <Button
              onClick={() => {
                close();
                signOut();
              }}
            >
              Sign out
            </Button>
          </>
        )}
      </Popover>
    </div>
  );
}
