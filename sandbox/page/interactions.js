// Pending interactions: which controls wait for the bot, and which interactions failed.

import { newNonce, post } from './api.js';
import { t } from './texts.js';

const GIVE_UP = 6000;
const FAILURE_SHOWN = 8000;

export class Interactions {
  /** `onModal` opens a modal that the bot answered with. */
  constructor(store, { onModal, onNotice }) {
    Object.assign(this, { store, onModal, onNotice, pending: new Map(), failures: new Map() });
    store.on('interaction', (frame) => this.answer(frame));
  }

  /** Sends an interaction. Resolves to {name, …} of the frame that answered it. */
  send(verb, body, place = {}) {
    const nonce = newNonce();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.answer({ name: 'INTERACTION_FAILED', nonce, reason: 'timeout' }), GIVE_UP);
      this.pending.set(nonce, { ...place, verb, resolve, timer });
      this.changed(place);
      post(verb, { user: this.store.me.id, ...body, nonce }).catch((error) => this.refused(nonce, error));
    });
  }

  refused(nonce, error) {
    const sentence = error instanceof TypeError ? t('loadFailed') : error.message;
    this.answer({ name: 'INTERACTION_FAILED', nonce, reason: 'refused', sentence });
  }

  answer(frame) {
    const waiting = this.pending.get(frame.nonce);
    if (!waiting) {
      if (frame.name === 'INTERACTION_MODAL') this.onModal(frame, {});
      return;
    }
    clearTimeout(waiting.timer);
    this.pending.delete(frame.nonce);
    if (frame.name === 'INTERACTION_FAILED') this.fail(waiting, frame);
    if (frame.name === 'INTERACTION_MODAL') this.onModal(frame, waiting);
    this.changed(waiting);
    waiting.resolve(frame);
  }

  fail({ messageId, verb }, frame) {
    if (verb === 'autocomplete' || !messageId) return;
    const sentence = frame.sentence ?? t('failed');
    this.failures.set(messageId, sentence);
    setTimeout(() => {
      this.failures.delete(messageId);
      this.changed({ messageId });
    }, FAILURE_SHOWN);
  }

  changed({ messageId }) {
    if (messageId) this.store.emit('note', messageId);
  }

  /** Whether this control waits for an answer. */
  isPending(messageId, customId) {
    for (const item of this.pending.values()) {
      if (item.messageId === messageId && item.customId === customId) return true;
    }
    return false;
  }

  failure(messageId) {
    return this.failures.get(messageId);
  }

  /** Sends a press on a button or a choice in a select. */
  component(message, component, values) {
    const place = { messageId: message.id, customId: component.custom_id, channelId: message.channel_id };
    const body = { channel_id: message.channel_id, message_id: message.id, custom_id: component.custom_id };
    return this.send('component', { ...body, component_type: component.type, values }, place);
  }
}
