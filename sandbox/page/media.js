// Images and files: sized before they load, shown full screen when pressed.

import { h, icon, iconButton } from './dom.js';
import { showsDescriptions } from './view.js';
import { size } from './sizes.js';
import { t } from './texts.js';

/** Makes an attachment's address relative, so that it works under any host name of the page. */
export function localUrl(url) {
  try {
    const parsed = new URL(url, location.href);
    return parsed.pathname.startsWith('/attachments/') ? parsed.pathname + parsed.search : parsed.href;
  } catch {
    return url;
  }
}

/** Adds what an attachment:// reference takes from the message's attachments. */
export function resolveMedia(media, message) {
  const name = /^attachment:\/\/(.+)$/.exec(media?.url ?? '')?.[1];
  const attachment = name
    ? message.attachments?.find((file) => file.filename === name)
    : message.attachments?.find((file) => file.url === media?.url);
  return { ...attachment, ...media, url: localUrl(name ? attachment?.url ?? '' : media?.url ?? '') };
}

/** An image as a button; `alt` describes it. */
export function picture(media, alt, { hidden = false, single = false } = {}) {
  const { url, width, height } = media;
  const img = h('img', { src: url, alt: alt || t('image'), width, height, decoding: 'async', draggable: 'false' });
  const wide = single && width / height > size('wide-picture');
  const classes = ['picture', single && 'single', wide && 'wide', alt && 'described'].filter(Boolean);
  const props = { type: 'button', class: classes.join(' '), 'aria-haspopup': 'dialog' };
  const style = width && height ? { '--ratio': `${width} / ${height}`, '--width': `${width}px`, '--shape': width / height } : {};
  const button = h('button', { ...props, style, onclick: () => reveal(button) || lightbox(url, alt) }, img);
  img.addEventListener('load', () => button.classList.add('loaded'));
  if (hidden) button.classList.add('veiled');
  if (hidden) button.append(h('span', { class: 'veil' }, t('spoiler')));
  return button;
}

function reveal(button) {
  const veiled = button.classList.contains('veiled');
  button.classList.remove('veiled');
  button.querySelector('.veil')?.remove();
  return veiled;
}

/**
 * Follows Discord after an edit: a gallery of one picture at the same place shows its old picture until the new one is
 * loaded; any other gallery shows a placeholder. Pictures outside of galleries keep the old one.
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

/** Keeps the old images while the new ones load, for a message that is only drawn anew. */
export function keepPictures(from, to) {
  carry([from], [to]);
}

function carry(from, to) {
  const images = (list) => list.flatMap((element) => [...element.querySelectorAll('img')]);
  const old = images(from);
  images(to).forEach((img, at) => {
    const before = old[at];
    if (!before || before.src === img.src) return;
    const shown = before.complete && before.naturalWidth ? `url("${before.src}")` : before.parentElement.style.backgroundImage;
    img.parentElement.style.backgroundImage = shown;
    img.addEventListener('load', () => { img.parentElement.style.backgroundImage = ''; });
  });
}

function outside(element) {
  return [...element.querySelectorAll('.picture')].filter((node) => !node.closest('.gallery'));
}

// The index in its parent, and the parent's in its own.
function placeOf(gallery) {
  const path = [];
  for (let node = gallery; !node.matches('.components'); node = node.parentElement) path.unshift([...node.parentElement.children].indexOf(node));
  return path.join('.');
}

function reload(button) {
  button.classList.add('reloading');
  setTimeout(() => button.classList.remove('reloading'), size('picture-reload'));
}

function lightbox(url, alt) {
  const close = () => dialog.close();
  const image = h('img', { src: url, alt: alt || t('image'), class: 'lightbox-image' });
  const foot = h('p', { class: 'lightbox-foot' }, alt && showsDescriptions() && h('span', { class: 'lightbox-alt' }, alt),
    h('a', { href: url, target: '_blank', rel: 'noopener' }, t('original')));
  const dialog = h('dialog', { class: 'lightbox', 'aria-label': alt || t('image'), 'data-testid': 'lightbox' },
    iconButton('close', t('close'), close, { class: 'icon-button lightbox-close' }), image, foot);
  dialog.addEventListener('click', (event) => [dialog, image].includes(event.target) && close());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** A file that is not an image. */
export function fileCard(file) {
  const size = file.size ? `${Math.max(1, Math.round(file.size / 1024))} KB` : '';
  const name = file.filename ?? file.name ?? file.url.split('/').pop();
  return h('a', { class: 'file', href: file.url, download: name, 'aria-label': t('download', { name }) },
    icon('file', 28), h('span', { class: 'file-name' }, name), h('span', { class: 'file-size' }, size));
}

/** The attachments of a message without Components V2. */
export function attachments(message) {
  return (message.attachments ?? []).map((file) => {
    const media = { ...file, url: localUrl(file.url) };
    const isImage = file.content_type?.startsWith('image/') || (file.width && file.height);
    const hidden = file.filename?.startsWith('SPOILER_');
    return isImage ? picture(media, file.description, { hidden, single: true }) : fileCard(media);
  });
}
