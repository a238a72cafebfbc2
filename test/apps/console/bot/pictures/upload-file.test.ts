import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Client } from '#apps/client/client.ts';
import { findPictureProblem, uploadFile } from '#apps/console/bot/pictures/upload-file.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a file for a picture', () => {
  it.each([
    ['logo.png', 'image/png', 5, undefined],
    ['logo.PNG', '', 5, undefined],
    ['icon.ico', 'image/vnd.microsoft.icon', 5, undefined],
    ['logo.svg', 'image/svg+xml', 5, undefined],
    ['logo.png', 'image/png', 0, 'The file is empty.'],
    ['page.html', 'text/html', 5, /^Choose a picture/],
    ['film.mp4', 'video/mp4', 5, /^Choose a picture/],
    ['photo.heic', 'image/heic', 5, /^Choose a picture/],
  ])('%s of %s with %i bytes: %s', (name, type, size, problem) => {
    const found = findPictureProblem({ name, type, size });
    if (problem === undefined) expect(found).toBeUndefined();
    else expect(found).toMatch(problem);
  });
});

describe('the upload of a file', () => {
  const FORM = {
    presignedUrl: 'https://kept-files.s3.eu-central-1.amazonaws.com/',
    formData: { key: 'authored/w/f/logo.png', Policy: 'p' },
    fileUrl: 'https://files.example.com/authored/w/f/logo.png',
  };
  const file = new File(['bytes'], 'logo.png', { type: 'image/png' });
  const upload = async (status: number) => {
    const createFileUpload = vi.fn(async (_: unknown) => FORM);
    const sendForm = vi.fn(async (_url: string, _init: { method: string; body: FormData }) => ({
      ok: status < 300,
      status,
    }));
    vi.stubGlobal('fetch', sendForm);
    const url = uploadFile({ createFileUpload } as unknown as Client, 'w', file);
    return { createFileUpload, sendForm, url: await url };
  };

  it('posts the form with the file last, and returns the address', async () => {
    const { createFileUpload, sendForm, url } = await upload(204);
    expect(createFileUpload).toHaveBeenCalledWith({
      params: { workspaceId: 'w' },
      body: { fileName: 'logo.png', fileType: 'image/png', fileSize: 5 },
    });
    expect(sendForm).toHaveBeenCalledOnce();
    const [address, init] = sendForm.mock.calls[0] ?? [];
    expect([address, init?.method]).toEqual([FORM.presignedUrl, 'POST']);
    expect([...(init?.body.keys() ?? [])]).toEqual(['key', 'Policy', 'file']);
    expect(url).toBe(FORM.fileUrl);
  });

  it('fails if the store refuses the file', async () => {
    await expect(upload(403)).rejects.toThrow('The store of files did not take the file (403). Try again.');
  });
});
