// How this window shows Discord: the imitated device and latency, and whether pictures show their descriptions.

import { device, useDevice } from './device.js';
import { icon, iconButton } from './dom.js';
import { LATENCIES, latency, setLatency } from './latency.js';
import { menu } from './popup.js';
import { devices } from './sizes.js';
import { t } from './texts.js';

const KEY = 'daeguk.descriptions';
const PHONE_WIDTH = 720;

/** Whether pictures show their descriptions, which Discord's clients do by a setting of the reader's. */
export function showsDescriptions() {
  try {
    return localStorage.getItem(KEY) === 'true';
  } catch {
    return false;
  }
}

/** @param {boolean} shown */
function setDescriptions(shown) {
  try {
    localStorage.setItem(KEY, String(shown));
  } catch { /* private windows have no storage */ }
  applyView();
}

/** Applies the setting; call once at start. */
export function applyView() {
  document.documentElement.classList.toggle('descriptions', showsDescriptions());
}

/** The button that opens the menu of devices and settings. */
export function viewButton() {
  return iconButton('device', t('view'), (event) => openView(event.currentTarget), { 'data-testid': 'view' });
}

/** @param {HTMLElement} anchor */
function openView(anchor) {
  const current = device()?.name;
  /** @param {string | undefined} name @param {string} label */
  const choice = (name, label) => ({
    label, mark: icon(name === current ? 'check' : 'device', 18), run: () => useDevice(name), testid: 'device',
  });
  /** @param {number} milliseconds */
  const delay = (milliseconds) => ({
    label: milliseconds ? t('latency', { n: milliseconds }) : t('noLatency'), testid: 'latency',
    mark: icon(milliseconds === latency() ? 'check' : 'time', 18), run: () => setLatency(milliseconds),
  });
  const shown = showsDescriptions();
  menu(anchor, [
    choice(undefined, t('plainWindow')),
    ...devices().map(({ name, width, height }) => {
      const key = width < PHONE_WIDTH ? 'phoneDevice' : 'desktopDevice';
      return choice(name, t(key, { name: `${width} × ${height}` }));
    }),
    ...LATENCIES.map(delay),
    {
      label: t(shown ? 'hideDescriptions' : 'showDescriptions'), mark: icon('file', 18), testid: 'descriptions',
      run: () => setDescriptions(!shown),
    },
  ], { label: t('view') });
}
