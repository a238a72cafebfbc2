import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { CredentialsOffer } from '../../session/credentials-offer.ts';
import type { PartIssue } from '../check/live-issues.ts';
import type { FormEdit } from './form-edit.ts';
import type { Named } from './named.ts';

/** The parts of the bot that the controls of a form need, and where their edits go. */
export type FormSurroundings = {
  variables: readonly Named[];
  groups: readonly (Named & { blocks: readonly Named[] })[];
  /** Other bots of the workspace. Undefined while they are looked up. */
  bots: readonly Named[] | undefined;
  /** Undefined if the part uses no stored credentials. */
  credentials: CredentialsOffer | undefined;
  /** Issues of the part, with paths that begin in it. */
  issues: readonly PartIssue[];
  edit: (edit: FormEdit) => void;
  /** Adds a variable to the bot, and returns its id. */
  createVariable: (name: string) => string;
  newId: () => string;
};

export const FormContext = createContext<FormSurroundings | undefined>(undefined);

/** @throws Error outside of a form */
export function useForm(): FormSurroundings {
  const surroundings = useContext(FormContext);
  if (!surroundings) throw new Error('Not inside of a form');
  return surroundings;
}
