import './console.css';
import { render } from 'preact';
import { resumeSession } from './session/session.ts';
import { Console } from './shell/console.tsx';
import { applyTheme } from './shell/theme.ts';

/* Entry point of the console. */

applyTheme();
void resumeSession();
const root = document.getElementById('app');
if (root) render(<Console />, root);
