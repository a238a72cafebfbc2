import { AUTHOR_CLASS } from '#lib/apps/chat-page/author-class-names.ts';
import { button, element } from '#lib/apps/chat-page/element.ts';
import { UploadRefused, uploadFile } from '#lib/apps/chat-page/upload-file.ts';
import { getFields, getFlag, toText } from '#lib/client/loose-fields.ts';
import { complaintLine, getForm, getLabel, type InputBuilder, type InputContext } from './input-context.ts';

/** File upload. */
export const fileForm: InputBuilder = (context) => {
  const { input, options, question } = context;
  const complaint = complaintLine();
  const list = element('ul', { class: 'files', attributes: { 'aria-label': 'Chosen files' } });
  const picker = element('input', {
    class: 'picker',
    attributes: {
      type: 'file',
      multiple: getFlag(options, 'isMultipleAllowed') ? '' : undefined,
      accept: acceptedTypes(context),
      capture: toText(options, 'capture'),
      'aria-label': question || 'File',
    },
  });
  const upload = button(getLabel(context, 'button') ?? 'Upload', `button ${AUTHOR_CLASS.button}`);
  const clear = button(getLabel(context, 'clear') ?? 'Clear', 'button quiet', () => {
    picker.value = '';
    show();
    picker.focus();
  });
  const isRequired = getFlag(options, 'isRequired') ?? true;
  const skipLabel = getLabel(context, 'skip') ?? 'Skip';
  const skip = isRequired
    ? undefined
    : button(skipLabel, 'button quiet', () => context.answer({ message: undefined, label: skipLabel }));
  const files = () => [...(picker.files ?? [])];
  const show = () => {
    list.replaceChildren(...files().map(({ name }) => element('li', {}, name)));
    upload.hidden = clear.hidden = files().length === 0;
    if (skip) skip.hidden = files().length > 0;
    complaint.textContent = '';
  };
  picker.addEventListener('change', show);
  show();

  const submit = async () => {
    const chosen = files();
    if (chosen.length === 0) return picker.focus();
    upload.disabled = true;
    upload.setAttribute('aria-busy', 'true');
    try {
      const urls: string[] = [];
      for (const file of chosen) {
        urls.push(await uploadFile(file, { ...context, blockId: input.id }));
      }
      context.answer({
        message: { type: 'text', text: urls.join(', ') },
        label: successLabel(context, urls.length),
      });
    } catch (error) {
      upload.disabled = false;
      upload.removeAttribute('aria-busy');
      complaint.textContent = error instanceof UploadRefused ? error.message : String(error);
    }
  };
  const hint = element(
    'span',
    {},
    getLabel(context, 'placeholder')?.replace(/<[^>]*>/g, '') ?? 'Choose a file',
  );
  const form = getForm(
    `form stacked file ${AUTHOR_CLASS.inputForm}`,
    () => void submit(),
    element('label', { class: 'drop' }, hint, picker),
    list,
    element('div', { class: 'line end-line' }, skip, clear, upload),
    complaint,
  );
  return { node: form, focus: () => picker.focus() };
};

function acceptedTypes({ options }: InputContext): string | undefined {
  const allowed = getFields(options, 'allowedFileTypes');
  if (!getFlag(allowed, 'isEnabled') || !Array.isArray(allowed?.types)) return undefined;
  const types = allowed.types.filter((type) => typeof type === 'string' && type !== '');
  return types.length > 0 ? types.join(',') : undefined;
}

function successLabel(context: InputContext, count: number): string {
  const success = getFields(getFields(context.options, 'labels'), 'success');
  if (count === 1) return toText(success, 'single') ?? 'File uploaded';
  return (toText(success, 'multiple') ?? '{total} files uploaded').replaceAll('{total}', String(count));
}
