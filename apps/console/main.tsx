import './console.css';
import { render } from 'preact';
import { Console } from './app/console.tsx';
import { applyTheme } from './layout/theme.ts';
import { followOtherTabs, resumeSession } from './session/session.ts';

/* Entry point of the console. */

applyTheme();
followOtherTabs();
void resumeSession();
const root = document.getElementById('app');
if (root) render(<Console />, root);
