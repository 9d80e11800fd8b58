// Images and files: sized before they load, shown full screen when pressed.

import { h, icon, iconButton } from './dom.js';
import { showsDescriptions } from './view.js';
import { size } from './sizes.js';
import { t } from './texts.js';

/** @import { Media, Message } from './discord.d.ts' */

/**
 * Makes an attachment's address relative, so that it works under any host name of the page.
 * @param {string} url
 */
export function localUrl(url) {
  try {
    const parsed = new URL(url, location.href);
    return parsed.pathname.startsWith('/attachments/') ? parsed.pathname + parsed.search : parsed.href;
  } catch {
    return url;
  }
}

/**
 * Adds what an attachment:// reference takes from the message's attachments.
 * @param {Media} media
 * @param {Message} message
 * @returns {Media}
 */
export function resolveMedia(media, message) {
  const name = /^attachment:\/\/(.+)$/.exec(media.url)?.[1];
  const attachment = name
    ? message.attachments?.find((file) => file.filename === name)
    : message.attachments?.find((file) => file.url === media.url);
  return { ...attachment, ...media, url: localUrl(name ? attachment?.url ?? '' : media.url) };
}

/**
 * An image as a button.
 * @param {Media} media
 * @param {string | null | undefined} alt describes it
 * @param {{ hidden?: boolean, single?: boolean }} look `hidden`: a spoiler; `single`: alone in its gallery
 */
export function picture({ url, width, height }, alt, { hidden = false, single = false } = {}) {
  const img = h('img', {
    src: url, alt: alt || t('image'), width, height, decoding: 'async', loading: 'lazy', draggable: 'false',
  });
  const shape = width && height ? width / height : 0;
  const wide = single && shape > size('wide-picture');
  const looks = [single && 'single', wide && 'wide', alt && 'described', hidden && 'veiled'].filter(Boolean);
  /** @type {HTMLButtonElement} */
  const button = h('button', {
    type: 'button', class: ['picture', ...looks].join(' '), 'aria-haspopup': 'dialog',
    style: shape ? { '--ratio': `${width} / ${height}`, '--width': `${width}px`, '--shape': shape } : {},
    onclick: () => reveal(button) || lightbox(url, alt),
  }, img, hidden && h('span', { class: 'veil' }, t('spoiler')));
  img.addEventListener('load', () => button.classList.add('loaded'));
  return button;
}

/**
 * Shows a spoiler's picture. Returns whether it was hidden.
 * @param {HTMLElement} button
 */
function reveal(button) {
  const veiled = button.classList.contains('veiled');
  button.classList.remove('veiled');
  button.querySelector('.veil')?.remove();
  return veiled;
}

/**
 * Follows Discord after an edit: a gallery of one picture at the same place shows its old picture until the new one is
 * loaded; any other gallery shows a placeholder. Pictures outside of galleries keep the old one.
 * @param {Element} from
 * @param {Element} to
 */
export function carryPictures(from, to) {
  const kept = new Map([...from.querySelectorAll('.gallery.count-1')].map((gallery) => [placeOf(gallery), gallery]));
  for (const gallery of to.querySelectorAll('.gallery')) {
    const before = gallery.matches('.count-1') ? kept.get(placeOf(gallery)) : null;
    if (before) carry([before], [gallery]);
    else gallery.querySelectorAll('.picture').forEach(reload);
  }
  carry(outside(from), outside(to));
}

/**
 * Keeps the old images while the new ones load, for a message that is only drawn anew.
 * @param {Element} from
 * @param {Element} to
 */
export function keepPictures(from, to) {
  carry([from], [to]);
}

/**
 * Shows each old image behind the new one in its place until that is loaded.
 * @param {Element[]} from
 * @param {Element[]} to
 */
function carry(from, to) {
  const old = imagesIn(from);
  imagesIn(to).forEach((img, at) => {
    const before = old[at];
    const frame = img.parentElement;
    if (!before || !frame || before.src === img.src) return;
    const isLoaded = before.complete && before.naturalWidth > 0;
    frame.style.backgroundImage = isLoaded ? `url("${before.src}")` : before.parentElement?.style.backgroundImage ?? '';
    img.addEventListener('load', () => { frame.style.backgroundImage = ''; });
  });
}

/** @param {Element[]} elements */
function imagesIn(elements) {
  return elements.flatMap((element) => [...element.querySelectorAll('img')]);
}

/** @param {Element} element */
function outside(element) {
  return [...element.querySelectorAll('.picture')].filter((node) => !node.closest('.gallery'));
}

/**
 * Where a gallery is: its index in its parent, after those of its parents, as "0.2.1".
 * @param {Element} gallery
 */
function placeOf(gallery) {
  const path = [];
  for (let node = gallery; node.parentElement && !node.matches('.components'); node = node.parentElement) {
    path.unshift([...node.parentElement.children].indexOf(node));
  }
  return path.join('.');
}

/** @param {Element} button */
function reload(button) {
  button.classList.add('reloading');
  setTimeout(() => button.classList.remove('reloading'), size('picture-reload'));
}

/**
 * Shows an image full screen.
 * @param {string} url
 * @param {string | null | undefined} alt
 */
function lightbox(url, alt) {
  const image = h('img', { src: url, alt: alt || t('image'), class: 'lightbox-image' });
  const foot = h('p', { class: 'lightbox-foot' },
    alt && showsDescriptions() && h('span', { class: 'lightbox-alt' }, alt),
    h('a', { href: url, target: '_blank', rel: 'noopener' }, t('original')));
  /** @type {HTMLDialogElement} */
  const dialog = h('dialog', { class: 'lightbox', 'aria-label': alt || t('image'), 'data-testid': 'lightbox' },
    iconButton('close', t('close'), () => dialog.close(), { class: 'icon-button lightbox-close' }), image, foot);
  dialog.addEventListener('click', ({ target }) => (target === dialog || target === image) && dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * A file that is not an image.
 * @param {Media} file
 */
export function fileCard(file) {
  const kilobytes = file.size ? `${Math.max(1, Math.round(file.size / 1024))} KB` : '';
  const name = file.filename ?? file.name ?? file.url.split('/').pop() ?? '';
  return h('a', { class: 'file', href: file.url, download: name, 'aria-label': t('download', { name }) },
    icon('file', 28), h('span', { class: 'file-name' }, name), h('span', { class: 'file-size' }, kilobytes));
}

/**
 * The attachments of a message without Components V2.
 * @param {Message} message
 */
export function attachments(message) {
  return (message.attachments ?? []).map((file) => {
    const media = { ...file, url: localUrl(file.url) };
    const isImage = file.content_type?.startsWith('image/') || (file.width && file.height);
    const hidden = file.filename.startsWith('SPOILER_');
    return isImage ? picture(media, file.description, { hidden, single: true }) : fileCard(media);
  });
}
