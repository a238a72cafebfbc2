import { adoptPageStyles } from './page-styles.ts';
import { showPreview } from './preview-page.ts';

/* Entry point of the preview of a draft, at `/_preview/{botId}`. */

adoptPageStyles();
void showPreview(document.body, decode(location.pathname.split('/')[2] ?? ''));

/** Decodes an id from the path. An invalid one is returned as it is, and matches no bot. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
