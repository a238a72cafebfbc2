import { describe, expect, it } from 'vitest';
import {
  findTypedErrors,
  getKindTitle,
  listFormFields,
  listKinds,
  type TypedFields,
  toCredentialsData,
  toFormErrors,
  toPlainDescription,
} from '#apps/console/workspace/credentials-form.ts';
import { checkCredentialFields } from '#lib/bots/credentials/credential-field-check.ts';
import { CREDENTIAL_KINDS, type CredentialField } from '#lib/bots/document/credential-kinds.ts';

const KINDS = [...CREDENTIAL_KINDS.keys()];

function typeExample({ type = 'text', example }: CredentialField): string | boolean {
  const examples = {
    text: 'made-up',
    url: 'https://api.example.com/v1',
    boolean: true,
    port: '587',
    hosts: 'llm.example.com, *.llm.example.com',
  };
  return typeof example === 'string' ? example : examples[type];
}

const fillAll = (kind: string): TypedFields =>
  Object.fromEntries(listFormFields(kind).map((field) => [field.name, typeExample(field)]));

describe.each(KINDS)('the form of %s', (kind) => {
  it('makes what the service accepts, from all fields and from the required ones', () => {
    const typed = fillAll(kind);
    expect(findTypedErrors(kind, typed)).toEqual({});
    checkCredentialFields(kind, toCredentialsData(kind, typed));

    const required = listFormFields(kind).filter(({ isRequired }) => isRequired);
    if (required.length === 0) return;
    const least = Object.fromEntries(required.map(({ name }) => [name, typed[name] ?? '']));
    expect(findTypedErrors(kind, least)).toEqual({});
    checkCredentialFields(kind, toCredentialsData(kind, least));
  });

  it('asks for each required field', () => {
    const required = listFormFields(kind).filter(({ isRequired }) => isRequired);
    expect(Object.keys(findTypedErrors(kind, {})).sort()).toEqual(required.map(({ name }) => name).sort());
  });

  it('hides what is typed into fields whose names say that they are secret', () => {
    const hidden = listFormFields(kind).filter(({ isSecret }) => isSecret);
    const named = listFormFields(kind).filter(({ name }) => /apikey|secret|password|token/i.test(name));
    expect(hidden).toEqual(named);
  });

  it('describes its fields without Markdown', () => {
    for (const field of listFormFields(kind)) expect(toPlainDescription(field)).not.toMatch(/[`[\]]/);
  });
});

describe('the value that a form makes', () => {
  it('has objects where names have dots, numbers, flags and lists', () => {
    const typed = {
      host: ' smtp.example.com ',
      port: ' 465 ',
      isTlsEnabled: true,
      username: '',
      password: ' with spaces ',
      'from.email': 'support@example.com',
    };
    expect(toCredentialsData('smtp', typed)).toEqual({
      host: 'smtp.example.com',
      port: 465,
      isTlsEnabled: true,
      password: ' with spaces ',
      from: { email: 'support@example.com' },
    });
    expect(toCredentialsData('openai', { apiKey: 'key ', hosts: 'a.example,  *.b.example ' })).toEqual({
      apiKey: 'key',
      hosts: ['a.example', '*.b.example'],
    });
  });

  it('has only fields of the kind, whatever was typed before another kind was chosen', () => {
    const typed = { ...fillAll('smtp'), ...fillAll('openai') };
    expect(Object.keys(toCredentialsData('segment', typed))).toEqual(['apiKey']);
  });

  it('is empty for a kind that only a newer service knows', () => {
    expect(listFormFields('constructor')).toEqual([]);
    expect(toCredentialsData('constructor', { apiKey: 'key' })).toEqual({});
    expect(getKindTitle('constructor')).toBe('constructor');
  });
});

it('refuses a port that is not a number', () => {
  expect(findTypedErrors('smtp', { ...fillAll('smtp'), port: 'smtps' })).toEqual({ port: 'Enter a number.' });
});

it('lists each kind once, by its title', () => {
  const titles = listKinds().map(({ title }) => title);
  expect(titles).toHaveLength(KINDS.length);
  expect(titles).toEqual([...titles].sort((one, other) => one.localeCompare(other)));
});

it('shows what the service refuses beside its field, and the rest below the form', () => {
  const issues = [
    { path: 'data.from.email', message: 'Must be text' },
    { path: 'credentialsId', message: 'Must be short' },
    { path: 'data', message: 'Has no field' },
    { path: 'data.unheardOf', message: 'Must be true' },
  ];
  expect(toFormErrors('smtp', issues)).toEqual({
    'from.email': 'Must be text.',
    credentialsId: 'Must be short.',
    form: 'Has no field.',
  });
});
