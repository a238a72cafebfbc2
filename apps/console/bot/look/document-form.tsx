import forms from 'virtual:document-forms';
import { useEffect, useRef } from 'preact/hooks';
import type { DescribedPart } from '#lib/bots/document/options/document-options.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { listIssuesOfDocument } from '../check/live-issues.ts';
import { useEditor } from '../editing/editor.ts';
import { createSurroundings } from '../editing/form-surroundings.ts';
import { FieldsForm } from '../forms/fields-form.tsx';
import { FormContext } from '../forms/form-context.ts';
import { type FormEdit, toValueChange } from '../forms/form-edit.ts';
import type { Named } from '../forms/named.ts';

/** The parts of a draft that decide how it looks. */
export type EditedLook = {
  version: string;
  name?: unknown;
  icon?: unknown;
  theme?: JsonObject;
  settings?: JsonObject;
};

/** Nothing in a theme or in settings leads to another bot. */
const NO_BOTS: readonly Named[] = [];

/** The form of a bot's theme or settings. */
export function DocumentForm(props: {
  part: DescribedPart;
  title: string;
  /** Called with the draft whenever it changes. */
  onChange: (look: EditedLook) => void;
}) {
  const { part, title, onChange } = props;
  const editor = useEditor();
  const { document, issues, read, edit } = editor;
  const latestOnChange = useRef(onChange);
  latestOnChange.current = onChange;
  useEffect(() => latestOnChange.current(document as unknown as EditedLook), [document]);
  const applyEdit = (formEdit: FormEdit) => {
    const change = toValueChange(read() as unknown as JsonObject, formEdit);
    if (change) edit([{ op: 'changeBot', ...change }]);
  };
  const surroundings = createSurroundings(editor, NO_BOTS, applyEdit, listIssuesOfDocument(issues, part));
  const value = document[part];
  return (
    <FormContext.Provider value={surroundings}>
      <h2>{title}</h2>
      <FieldsForm fields={forms[part]} value={isJsonObject(value) ? value : {}} path={[part]} />
    </FormContext.Provider>
  );
}
