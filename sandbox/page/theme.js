// Dark or light: the system's preference until the person chooses.

import { iconButton } from './dom.js';
import { t } from './texts.js';

const KEY = 'daeguk.theme';
const system = matchMedia('(prefers-color-scheme: light)');

function stored() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function current() {
  return stored() ?? (system.matches ? 'light' : 'dark');
}

/** Applies the theme; call once at start. */
export function startTheme() {
  const apply = () => { document.documentElement.dataset.theme = current(); };
  system.addEventListener('change', apply);
  addEventListener('storage', apply);
  apply();
}

/** @param {'light' | 'dark'} theme */
function choose(theme) {
  try {
    localStorage.setItem(KEY, theme);
  } catch { /* private windows have no storage */ }
  document.documentElement.dataset.theme = theme;
}

/**
 * The button that switches the theme.
 * @returns {HTMLButtonElement}
 */
export function themeButton() {
  const light = document.documentElement.dataset.theme === 'light';
  const button = iconButton(light ? 'moon' : 'sun', t(light ? 'dark' : 'light'), () => {
    choose(light ? 'dark' : 'light');
    button.replaceWith(themeButton());
  }, { 'data-testid': 'theme' });
  return button;
}
