/** Stored credentials that a block could name. */
export type OfferedCredentials = {
  id: string;
  name: string;
  kind: string;
  /** Whether a change of them did not finish, so that it is not known what they hold. */
  isIncomplete: boolean;
};

/** The credentials that a block may name, and what the person may do about them. */
export type CredentialsOffer = {
  /** Kind that the block needs. */
  kind: string;
  /** Id that names the service's own account instead of stored credentials. */
  ownId?: string | undefined;
  /** All that are listed, of any kind. Undefined while they are loaded, and if that fails. */
  stored: readonly OfferedCredentials[] | undefined;
  hasFailed: boolean;
  /** Whether the person may store credentials. */
  canStore: boolean;
};

/** State of the credentials that a block names. */
export type NamedState =
  /** The block names none. */
  | 'none'
  | 'own'
  | 'stored'
  | 'incomplete'
  /** Stored, but for blocks of another service. */
  | 'otherKind'
  /** Not in the list: absent, or stored by hand. */
  | 'unlisted'
  /** There is no list to look into. */
  | 'unknown';

export function getNamedState({ kind, ownId, stored }: CredentialsOffer, id: string | undefined): NamedState {
  if (id === undefined || id === '') return 'none';
  if (id === ownId) return 'own';
  if (!stored) return 'unknown';
  const found = stored.find((one) => one.id === id);
  if (!found) return 'unlisted';
  if (found.kind !== kind) return 'otherKind';
  return found.isIncomplete ? 'incomplete' : 'stored';
}

/** Lists the options of a choice: none, those of the kind by name, and the current ones whatever they are. */
export function listCredentialsOptions(
  offer: CredentialsOffer,
  id: string | undefined,
): { value: string; label: string }[] {
  const { kind, ownId, stored = [] } = offer;
  const fitting = stored
    .filter((one) => one.kind === kind)
    .sort((one, other) => one.name.localeCompare(other.name));
  const options = fitting.map((one) => {
    const isAlone = fitting.filter(({ name }) => name === one.name).length === 1;
    return { value: one.id, label: isAlone ? one.name : `${one.name} (${one.id})` };
  });
  const none = { value: '', label: ownId === undefined ? 'None' : `${OWN_ACCOUNT} (default)` };
  const isOffered = id === undefined || id === '' || options.some(({ value }) => value === id);
  return [none, ...options, ...(isOffered ? [] : [{ value: id, label: describeOther(offer, id) }])];
}

const OWN_ACCOUNT = "The service's own account";

function describeOther(offer: CredentialsOffer, id: string): string {
  switch (getNamedState(offer, id)) {
    case 'own':
      return OWN_ACCOUNT;
    case 'unlisted':
      return `Unknown: ${id}`;
    case 'otherKind':
      return `${offer.stored?.find((one) => one.id === id)?.name} (of another service)`;
    default:
      return id;
  }
}
