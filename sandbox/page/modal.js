// A modal that the bot opened.

import { fill, h, iconButton, uid } from './dom.js';
import { dots } from './marks.js';
import { fieldOf, textField } from './fields.js';
import { markdown } from './markdown.js';
import { avatar, displayName } from './people.js';
import { closePopup } from './popup.js';
import { t } from './texts.js';

const [ROW, TEXT_INPUT, TEXT_DISPLAY, LABEL] = [1, 4, 10, 18];

/** Shows the modal of an INTERACTION_MODAL frame; `context` carries the store and the interactions. */
export function openModal({ modal, interaction_id: interactionId }, place, context) {
  closePopup();
  const title = h('h2', { id: uid('modal') }, modal.title);
  const parts = (modal.components ?? []).map((component) => part(component, context));
  const error = h('p', { class: 'modal-error', role: 'alert', 'data-testid': 'modal-error', hidden: true });
  const submit = h('button', { type: 'submit', class: 'button primary', 'data-testid': 'modal-submit' }, t('submit'));
  const cancel = h('button', { type: 'button', class: 'button secondary', 'data-testid': 'modal-cancel', onclick: () => dialog.close() }, t('cancel'));
  const form = h('form', { novalidate: true, class: 'modal-form' },
    h('header', { class: 'modal-head' }, avatar(context.store.bot.user ?? { bot: true, id: '0' }, 32), title, iconButton('close', t('close'), () => dialog.close())),
    h('div', { class: 'modal-body' }, parts.map((one) => one.node), error, warning(context.store.bot.user)),
    h('footer', { class: 'modal-foot' }, cancel, submit));
  const dialog = h('dialog', { class: 'modal', 'aria-labelledby': title.id, 'data-testid': 'modal', dataset: { customId: modal.custom_id } }, form);
  const sending = { modal, interactionId, place, context, parts, error, submit, dialog };
  form.addEventListener('submit', (event) => (event.preventDefault(), send(sending)));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  (dialog.querySelector('.modal-body input, .modal-body textarea, .modal-body .select') ?? submit).focus();
}

/** One top-level component: {node, check(), value()}; a value can be promised. */
function part(component, context) {
  if (component.type === TEXT_DISPLAY) {
    return { node: h('div', { class: 'md modal-text' }, markdown(component.content, context)), check: () => true, value: () => ({ type: TEXT_DISPLAY, id: component.id }) };
  }
  if (component.type === LABEL) return labelled(component, context);
  if (component.type === ROW) return oldRow(component, context);
  return { node: null, check: () => true, value: () => null };
}

function labelled(component, context) {
  const field = fieldOf(component.component, { label: component.label, description: component.description, store: context.store });
  return { node: field.node, check: field.check, value: async () => ({ type: LABEL, id: component.id, component: await field.value() }) };
}

function oldRow(component, context) {
  const inner = component.components[0];
  const make = inner.type === TEXT_INPUT ? textField : fieldOf;
  const field = make(inner, { label: inner.label ?? inner.placeholder, store: context.store });
  return { node: field.node, check: field.check, value: () => ({ type: ROW, id: component.id, components: [field.value()] }) };
}

async function send({ modal, interactionId, place, context, parts, error, submit, dialog }) {
  const wrong = parts.filter((one) => !one.check());
  if (wrong.length) return wrong[0].node.querySelector('input, textarea, .select')?.focus();
  if (submit.disabled) return undefined;
  error.hidden = true;
  submit.disabled = true;
  fill(submit, dots());
  const body = {
    channel_id: place.channelId ?? context.store.active, message_id: place.messageId, interaction_id: interactionId,
    custom_id: modal.custom_id, components: (await Promise.all(parts.map((one) => one.value()))).filter(Boolean),
  };
  const answer = await context.interactions.send('modal', body, { channelId: body.channel_id, form: true });
  if (answer.name !== 'INTERACTION_FAILED') return dialog.close();
  submit.disabled = false;
  fill(submit, t('submit'));
  error.hidden = false;
  error.textContent = answer.sentence ?? t('modalFailed');
  return submit.focus();
}

function warning(bot) {
  return h('p', { class: 'modal-warning' }, t('modalWarning', { name: bot ? displayName(bot) : t('app') }));
}
