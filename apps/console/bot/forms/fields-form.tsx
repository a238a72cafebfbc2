import { useRef } from 'preact/hooks';
import type { FieldNodes, FormNode, VariantsKind } from '#apps/sites/form-node.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { useSession } from '../../session/session.ts';
import { IssueNotes } from '../check/issue-notes.tsx';
import { listExactIssues, listIssuesAt, listIssuesBeside, type PartIssue } from '../check/live-issues.ts';
import { PictureUpload } from '../pictures/picture-upload.tsx';
import { ChoiceField } from './choice-field.tsx';
import { CodeControl } from './code-control.tsx';
import { CredentialsField } from './credentials-field.tsx';
import { DateField } from './date-field.tsx';
import { FieldFrame } from './field-frame.tsx';
import { FieldNote } from './field-note.tsx';
import { FlagField } from './flag-field.tsx';
import { FontField } from './font-field.tsx';
import { useForm } from './form-context.ts';
import type { ValuePath } from './form-edit.ts';
import { findVariant, fits, isShown, toVariantChoice } from './form-model.ts';
import { JsonField } from './json-field.tsx';
import { ListField } from './list-field.tsx';
import { NumberField } from './number-field.tsx';
import { RichTextField } from './rich-text-field.tsx';
import { TargetField } from './target-field.tsx';
import { TextControl } from './text-control.tsx';
import { VariableField } from './variable-field.tsx';

/** The fields of an object: first those that most authors need, then the rare ones, folded. */
export function FieldsForm(props: { fields: FieldNodes; value: JsonObject; path: ValuePath }) {
  const { fields, value, path } = props;
  const shown = Object.entries(fields).filter(([, node]) => isShown(node, fields, value));
  const { issues } = useForm();
  const rare = shown.filter(([, { isRare }]) => isRare);
  /** Issues open the rare fields, which then stay open: somebody may be typing there. */
  const isUnfolded = useRef(false);
  if (rare.some(([key]) => listIssuesAt(issues, [...path, key]).length > 0)) isUnfolded.current = true;
  const keys = shown.map(([key]) => key);
  const toControl = ([key, node]: [string, FormNode]) => (
    <FieldControl
      key={key}
      node={node}
      label={node.title ?? key}
      value={value[key]}
      siblings={value}
      path={[...path, key]}
    />
  );
  return (
    <div class="form-fields">
      <IssueNotes issues={listIssuesBeside(issues, path, keys)} />
      {shown.filter(([, { isRare }]) => !isRare).map(toControl)}
      {rare.length > 0 && (
        <details class="form-rare" open={isUnfolded.current || undefined}>
          <summary>More options</summary>
          <div class="form-fields">{rare.map(toControl)}</div>
        </details>
      )}
    </div>
  );
}

const NO_ISSUES: readonly PartIssue[] = [];

type ControlProps = {
  node: FormNode;
  label: string;
  value: unknown;
  /** The object that has the value. */
  siblings: JsonObject;
  path: ValuePath;
};

/** One value of a form, with its issues. */
function FieldControl(props: ControlProps) {
  const { node, value, path } = props;
  const { issues } = useForm();
  // The fields of an object have notes of their own, and so have the elements of a list.
  const hasFields = fits(node, value) && (node.kind === 'section' || node.kind === 'variants');
  const isList = fits(node, value) && node.kind === 'list';
  const listed = hasFields ? NO_ISSUES : isList ? listExactIssues(issues, path) : listIssuesAt(issues, path);
  return (
    <>
      <ValueControl {...props} />
      <IssueNotes issues={listed} />
    </>
  );
}

/** The control that suits a value. */
function ValueControl(props: ControlProps) {
  const { node, label, value, path } = props;
  const { edit } = useForm();
  const set = (next: unknown) => {
    // An empty field removes its key, but an element of a list stays in its position.
    if (typeof path.at(-1) === 'number') return edit({ kind: 'set', path, value: next ?? '' });
    edit({ kind: 'set', path, ...(next !== undefined && next !== '' && { value: next }) });
  };
  if (!fits(node, value)) return <JsonField label={label} node={node} value={value} onChange={set} />;
  switch (node.kind) {
    case 'text':
      return <TextField {...props} onChange={set} />;
    case 'number':
      return (
        <NumberField label={label} node={node} value={value as number | string | undefined} onChange={set} />
      );
    case 'flag':
      return <FlagField label={label} node={node} value={value as boolean | undefined} onChange={set} />;
    case 'choice':
      return <ChoiceField label={label} node={node} value={value as string | undefined} onChange={set} />;
    case 'section':
      return <Section {...props} fields={node.fields} />;
    case 'variants':
      return <VariantsField {...props} variants={node} />;
    case 'list':
      return (
        <ListField label={label} node={node} value={Array.isArray(value) ? value : undefined} path={path}>
          {(element, elementPath, name) => (
            <Element
              node={node.element}
              label={(node.entryTitle && node.element.title) || name}
              value={element}
              path={elementPath}
            />
          )}
        </ListField>
      );
    case 'any':
      return <AnyField {...props} onChange={set} />;
  }
}

/** A choice, and the fields that depend on it. */
function VariantsField(props: ControlProps & { variants: VariantsKind }) {
  const { node, label, value, path, variants } = props;
  const { edit } = useForm();
  const object = isJsonObject(value) ? value : {};
  const chosen = object[variants.field];
  const choose = (next: string | undefined) =>
    edit({ kind: 'set', path: [...path, variants.field], ...(next !== undefined && { value: next }) });
  return (
    <div class="form-fields">
      <ChoiceField
        label={label}
        node={toVariantChoice({ ...node, ...variants })}
        value={typeof chosen === 'string' ? chosen : undefined}
        onChange={choose}
      />
      <FieldsForm fields={findVariant(variants, object)} value={object} path={path} />
    </div>
  );
}

/** A value with a control of its own, or as JSON. */
function AnyField(props: ControlProps & { onChange: (value: unknown) => void }) {
  const { node, label, value, path, onChange } = props;
  if (node.control === 'value') return <TextField {...props} />;
  if (node.control === 'font') return <FontField label={label} value={value} path={path} />;
  if (node.control !== 'richText') {
    return <JsonField label={label} node={node} value={value} onChange={onChange} />;
  }
  return <RichTextField label={label} node={node} value={Array.isArray(value) ? value : []} path={path} />;
}

/** An element of a list. Its head names it already, so its fields follow without a section of their own. */
function Element({ node, label, value, path }: Omit<ControlProps, 'siblings'>) {
  if (node.kind === 'section' && isJsonObject(value)) {
    return <FieldsForm fields={node.fields} value={value} path={path} />;
  }
  return <FieldControl node={node} label={label} value={value} siblings={{}} path={path} />;
}

function Section(props: ControlProps & { fields: FieldNodes }) {
  const { node, label, value, path, fields } = props;
  const object = isJsonObject(value) ? value : {};
  // The heading of the form names the block already.
  if (path.length === 1) return <FieldsForm fields={fields} value={object} path={path} />;
  return (
    <fieldset class="form-section">
      <legend>{label}</legend>
      {node.description && <FieldNote text={node.description} />}
      <FieldsForm fields={fields} value={object} path={path} />
    </fieldset>
  );
}

function TextField(props: ControlProps & { onChange: (value: unknown) => void }) {
  const { node, label, siblings, onChange } = props;
  const { groups, bots, variables, credentials } = useForm();
  const value = typeof props.value === 'string' ? props.value : undefined;
  const target = { label, node, value, onChange };
  if (node.control === 'credentials' && credentials) {
    return <CredentialsField {...target} offer={credentials} />;
  }
  switch (node.control) {
    case 'variable':
      return <VariableField {...target} />;
    case 'group':
      return <TargetField {...target} targets={groups} none="No group" />;
    case 'block': {
      const group = groups.find(({ id }) => id === siblings.groupId);
      return <TargetField {...target} targets={group?.blocks ?? []} none="The beginning of the group" />;
    }
    case 'bot':
      return (
        <TargetField
          {...target}
          targets={[{ id: 'current', name: 'This bot' }, ...(bots ?? [])]}
          none="No bot"
        />
      );
    case 'variableName':
      return (
        <TargetField
          {...target}
          targets={variables.map(({ name }) => ({ id: name, name }))}
          none="No variable"
        />
      );
    case 'colour':
      return <ColourField {...target} />;
    case 'date':
      return <DateField {...target} hasTime={siblings.hasTime === true} />;
    case 'image':
      return <PictureField {...target} />;
    default:
      return <PlainField {...target} isCode={isCode(node, siblings)} />;
  }
}

type TextFieldProps = {
  label: string;
  node: FormNode;
  value: string | undefined;
  onChange: (value: unknown) => void;
};

function isCode({ control, codeIf }: FormNode, siblings: JsonObject): boolean {
  return control === 'code' || (codeIf !== undefined && siblings[codeIf] === true);
}

function PlainField(props: TextFieldProps & { isCode: boolean }) {
  const { label, node, value = '', onChange, isCode } = props;
  const text = {
    placeholder: node.placeholder ?? (typeof node.default === 'string' ? node.default : undefined),
    value,
    onCommit: onChange,
  };
  return (
    <FieldFrame label={label} node={node}>
      {({ labelId, ...ids }) =>
        isCode ? (
          <CodeControl {...text} {...ids} labelId={labelId} language={node.language ?? 'javascript'} />
        ) : (
          <TextControl
            {...text}
            {...ids}
            look={node.control === 'longText' ? 'lines' : 'line'}
            {...(node.control === 'url' && { inputMode: 'url' as const })}
          />
        )
      }
    </FieldFrame>
  );
}

/**
 * The address of a picture, which can be uploaded. It is not shown here: the console makes no request that a bot's author has
 * chosen.
 */
function PictureField({ label, node, value, onChange }: TextFieldProps) {
  const { hasFiles } = useSession();
  const note = hasFiles
    ? 'Upload a picture, or enter the address of one on a website.'
    : 'Address of a picture on a website. This service stores no files, so there is no upload.';
  const description = node.description === undefined ? note : `${node.description} ${note}`;
  return (
    <FieldFrame label={label} node={{ ...node, description }}>
      {({ id, describedBy }) => {
        const control = (
          <TextControl
            id={id}
            describedBy={describedBy}
            look="line"
            inputMode="url"
            placeholder={node.placeholder ?? 'https://'}
            value={value ?? ''}
            onCommit={onChange}
          />
        );
        if (!hasFiles) return control;
        return (
          <PictureUpload label={label} onUploaded={onChange}>
            {control}
          </PictureUpload>
        );
      }}
    </FieldFrame>
  );
}

/** Returns a CSS color such as `#FFF` as the browser's picker takes it: `#ffffff`. It takes none that is transparent. */
function readOpaqueColor(text: string): string | undefined {
  const drawing = document.createElement('canvas').getContext('2d');
  if (!drawing || !CSS.supports('color', text)) return undefined;
  drawing.fillStyle = text;
  const read = drawing.fillStyle;
  return read.startsWith('#') ? read : undefined;
}

function ColourField({ label, node, value, onChange }: TextFieldProps) {
  const shown = readOpaqueColor(value ?? '');
  return (
    <FieldFrame label={label} node={node}>
      {({ id, describedBy }) => (
        <div class="field-line">
          <TextControl
            id={id}
            describedBy={describedBy}
            look="line"
            placeholder={typeof node.default === 'string' ? node.default : 'Default'}
            value={value ?? ''}
            onCommit={onChange}
          />
          <input
            type="color"
            aria-label={`${label}, picker`}
            // The browser always shows a color, also for a text that it cannot show.
            data-unknown={shown === undefined ? '' : undefined}
            value={shown ?? '#000000'}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
        </div>
      )}
    </FieldFrame>
  );
}
