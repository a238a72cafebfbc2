import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { FormNode } from '#apps/sites/form-node.ts';
import { useDraftText } from '../../parts/use-draft-text.ts';
import {
  type CredentialsOffer,
  getNamedState,
  listCredentialsOptions,
  type NamedState,
} from '../../session/credentials-offer.ts';
import { FieldFrame } from './field-frame.tsx';

/** Option for typing an id. Not an id itself, because of its space. */
const OTHER_ID = 'other id';

/**
 * Stored credentials, chosen by name. An id that is not listed stays, and can also be typed: credentials that were stored
 * by hand are not in the list.
 */
export function CredentialsField(props: {
  label: string;
  node: FormNode;
  value: string | undefined;
  offer: CredentialsOffer;
  onChange: (value: string | undefined) => void;
}) {
  const { label, node, value, offer, onChange } = props;
  const [isTyping, setTyping] = useState(false);
  const choose = (chosen: string) => {
    setTyping(chosen === OTHER_ID);
    if (chosen !== OTHER_ID) onChange(chosen || undefined);
  };
  return (
    <FieldFrame label={label} node={node}>
      {({ id, describedBy }) => (
        <>
          <select
            id={id}
            class="input"
            aria-describedby={describedBy}
            value={isTyping ? OTHER_ID : (value ?? '')}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          >
            {listCredentialsOptions(offer, value).map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
            <option value={OTHER_ID}>Another id…</option>
          </select>
          {isTyping && <IdInput label={`${label}, id`} value={value ?? ''} onCommit={onChange} />}
          <CredentialsNote offer={offer} id={value} />
        </>
      )}
    </FieldFrame>
  );
}

/** An id that is typed. It takes no variables: a variable must not choose among credentials. */
function IdInput(props: { label: string; value: string; onCommit: (id: string | undefined) => void }) {
  const { label, value, onCommit } = props;
  const draft = useDraftText(value, (text) => onCommit(text.trim() || undefined));
  return (
    <input
      class="input code-input"
      type="text"
      aria-label={label}
      autocomplete="off"
      spellcheck={false}
      value={draft.text}
      onInput={({ currentTarget }) => draft.type(currentTarget.value)}
      onBlur={draft.commit}
      onKeyDown={({ key }) => {
        if (key === 'Enter') draft.commit();
      }}
    />
  );
}

const NOTES: Partial<Record<NamedState, string>> = {
  incomplete: 'The last change of these credentials did not finish: an admin has to replace them.',
  otherKind: 'Blocks of this type cannot use these credentials.',
  unlisted: 'No credentials with this id are listed. They may have been stored by hand.',
};

/** Says what is wrong with the credentials, and where there are others. */
function CredentialsNote({ offer, id }: { offer: CredentialsOffer; id: string | undefined }) {
  const { kind, stored, hasFailed, canStore } = offer;
  const state = getNamedState(offer, id);
  const note = hasFailed && !stored ? 'The stored credentials could not be loaded.' : NOTES[state];
  const query = new URLSearchParams({ kind, ...(state === 'unlisted' && id !== undefined && { id }) });
  const isMissing = state === 'unlisted' || (stored && !stored.some((one) => one.kind === kind));
  if (!canStore) {
    const text = note ?? (isMissing && 'An admin can store credentials for this block.');
    return text ? <span class="field-note">{text}</span> : null;
  }
  return (
    <span class="field-note">
      {note}{' '}
      {isMissing ? (
        <Link href={`/credentials?${query}`}>Add credentials</Link>
      ) : (
        <Link href="/credentials">Manage credentials</Link>
      )}
    </span>
  );
}
