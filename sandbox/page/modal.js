// A modal that the bot opened.

import { fill, h, iconButton, uid } from './dom.js';
import { dots } from './marks.js';
import { fieldOf } from './fields.js';
import { markdown } from './markdown.js';
import { avatar, displayName } from './people.js';
import { closePopup } from './popup.js';
import { t } from './texts.js';

/**
 * @import { FormPart } from './fields.js'
 * @import { ActionRow, Component, Label, User } from './discord.d.ts'
 * @import { Context, ModalFrame, Place } from './types.d.ts'
 */

const ROW = 1; // types of components
const TEXT_INPUT = 4;
const TEXT_DISPLAY = 10;
const LABEL = 18;
const FIELDS = '.modal-body input, .modal-body textarea, .modal-body .select';

/**
 * Shows a modal.
 * @param {ModalFrame} frame
 * @param {Place} place where it was asked for
 * @param {Context} context
 */
export function openModal({ d: { modal, interaction_id: interactionId } }, place, context) {
  closePopup();
  const { bot } = context.store;
  const title = h('h2', { id: uid('modal') }, modal.title);
  const parts = modal.components.map((component) => partOf(component, context)).filter((part) => part !== null);
  const error = h('p', { class: 'modal-error', role: 'alert', 'data-testid': 'modal-error', hidden: true });
  const submit = h('button', { type: 'submit', class: 'button primary', 'data-testid': 'modal-submit' }, t('submit'));
  const close = () => dialog.close();
  const cancel = h('button', {
    type: 'button', class: 'button secondary', 'data-testid': 'modal-cancel', onclick: close,
  }, t('cancel'));
  const form = h('form', { novalidate: true, class: 'modal-form' },
    h('header', { class: 'modal-head' },
      bot.user && avatar(bot.user, 32), title, iconButton('close', t('close'), close)),
    h('div', { class: 'modal-body' }, parts.map((part) => part.node), error, warning(bot.user)),
    h('footer', { class: 'modal-foot' }, cancel, submit));
  /** @type {HTMLDialogElement} */
  const dialog = h('dialog', {
    class: 'modal', 'aria-labelledby': title.id, 'data-testid': 'modal', dataset: { customId: modal.custom_id },
  }, form);
  const about = { interactionId, customId: modal.custom_id, place };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(about, { parts, error, submit, dialog }, context);
  });
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  (firstField(dialog) ?? submit).focus();
}

/**
 * @param {HTMLElement} element
 * @returns {HTMLElement | null}
 */
function firstField(element) {
  return element.querySelector(FIELDS);
}

/**
 * A top-level component; null for types that a modal cannot have.
 * @param {Component} component
 * @param {Context} context
 * @returns {FormPart | null}
 */
function partOf(component, context) {
  switch (component.type) {
    case TEXT_DISPLAY: {
      const node = h('div', { class: 'md modal-text' }, markdown(component.content, context));
      return { node, check: () => true, value: () => Promise.resolve({ type: TEXT_DISPLAY, id: component.id }) };
    }
    case LABEL: return labeled(component, context);
    case ROW: return oldRow(component, context);
    default: return null;
  }
}

/**
 * @param {Label} component
 * @param {Context} context
 * @returns {FormPart}
 */
function labeled({ id, label, description, component }, { store }) {
  const { node, check, value } = fieldOf(component, { label, description, store });
  return { node, check, value: async () => ({ type: LABEL, id, component: await value() }) };
}

/**
 * A text input as modals had it before labels.
 * @param {ActionRow} row
 * @param {Context} context
 * @returns {FormPart | null}
 */
function oldRow({ id, components: [inner] }, { store }) {
  if (inner?.type !== TEXT_INPUT) return null;
  const { node, check, value } = fieldOf(inner, { label: inner.label ?? inner.placeholder ?? '', store });
  return { node, check, value: async () => ({ type: ROW, id, components: [await value()] }) };
}

/**
 * Submits the form, unless a field is wrong. It stays open until the bot has answered.
 * @param {{ interactionId: string, customId: string, place: Place }} about
 * @param {{ parts: FormPart[], error: HTMLElement, submit: HTMLButtonElement, dialog: HTMLDialogElement }} form
 * @param {Context} context
 */
async function send({ interactionId, customId, place }, { parts, error, submit, dialog }, { store, interactions }) {
  const wrong = parts.filter((part) => !part.check());
  if (wrong[0]) {
    firstField(wrong[0].node)?.focus();
    return;
  }
  if (submit.disabled) return;
  error.hidden = true;
  submit.disabled = true;
  fill(submit, dots());
  const channelId = place.channelId ?? store.active ?? undefined;
  const body = {
    channel_id: channelId, message_id: place.messageId, interaction_id: interactionId, custom_id: customId,
    components: await Promise.all(parts.map((part) => part.value())),
  };
  const answer = await interactions.send('modal', body, { channelId });
  if (answer.t !== 'INTERACTION_FAILED') {
    dialog.close();
    return;
  }
  submit.disabled = false;
  fill(submit, t('submit'));
  error.hidden = false;
  error.textContent = answer.d.sentence ?? t('modalFailed');
  submit.focus();
}

/** @param {User | undefined} bot */
function warning(bot) {
  return h('p', { class: 'modal-warning' }, t('modalWarning', { name: bot ? displayName(bot) : t('app') }));
}
