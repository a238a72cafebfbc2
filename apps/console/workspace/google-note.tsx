import { GOOGLE_REDIRECT_PATH } from '#lib/bots/document/google-oauth.ts';

/**
 * Part of the form for credentials of Google: offers a client of the admin's own in place of the operator's, or says what the
 * operator has to set.
 *
 * @param isLocal whether the service is on this machine
 */
export function GoogleNote(props: {
  isOffered: boolean;
  isLocal: boolean;
  hasOwnClient: boolean;
  onChange: (hasOwnClient: boolean) => void;
}) {
  const { isOffered, isLocal, hasOwnClient, onChange } = props;
  if (!isOffered) {
    const [id, secret] = isLocal
      ? ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']
      : ['bots:googleClientId', 'bots:googleClientSecretName'];
    return (
      <p class="soft">
        You can sign in with Google here once the operator has set <code>{id}</code> and <code>{secret}</code>{' '}
        to an OAuth client with the redirect URI <code>{location.origin + GOOGLE_REDIRECT_PATH}</code>. The
        section “Google” of docs/credentials.md explains this, and how to get a refresh token without it.
      </p>
    );
  }
  return (
    <div class="field">
      <label class="check-line">
        <input
          type="checkbox"
          checked={hasOwnClient}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        Enter a refresh token of another OAuth client
      </label>
      {!hasOwnClient && (
        <span class="field-note">
          Google asks which account bots may use. The service stores a refresh token, which is never shown.
        </span>
      )}
    </div>
  );
}
