const ICO_SIGNATURE = [0, 0, 1, 0];

/** Whether this browser can show the file as a picture. The service sees only its name and type. */
export async function isShownByBrowsers(file: File): Promise<boolean> {
  const ending = /\.(\w+)$/.exec(file.name)?.[1]?.toLowerCase();
  if (file.type === 'image/svg+xml' || ending === 'svg') return isSvg(await file.text());
  // Not all browsers decode icons that are not in a page.
  if (ending === 'ico') {
    const head = new Uint8Array(await file.slice(0, ICO_SIGNATURE.length).arrayBuffer());
    return ICO_SIGNATURE.every((byte, index) => head[index] === byte);
  }
  try {
    (await createImageBitmap(file)).close();
    return true;
  } catch {
    return false;
  }
}

/** Nothing in it is run or loaded: the document has no window. */
function isSvg(text: string): boolean {
  const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  return root.localName === 'svg' && root.querySelector('parsererror') === null;
}
