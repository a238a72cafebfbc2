/** Returns the URL of a stored file under FILES_PUBLIC_URL. */
export function publicAddress(publicUrl: string, key: string): string {
  return `${publicUrl.replace(/\/+$/, '')}/${key.split('/').map(encodeURIComponent).join('/')}`;
}
