// Pending interactions: which controls wait for the bot, and which interactions failed.

import { newNonce, post, sentenceOf } from './api.js';
import { t } from './texts.js';

/**
 * @import { Store } from './store.js'
 * @import { Button, Message, SelectMenu } from './discord.d.ts'
 * @import { InteractionFrame, InteractionFrames, ModalFrame, Place } from './types.d.ts'
 */

/** @typedef {Place & { verb: Verb, resolve: (answer: InteractionFrame) => void, timer: number }} Waiting */
/** @typedef {'command' | 'autocomplete' | 'component' | 'modal'} Verb */

const GIVE_UP = 6000; // milliseconds; the server gives up after 3 s
const FAILURE_SHOWN = 8000;

export class Interactions {
  /** @type {Map<string, Waiting>} by nonce */
  pending = new Map();
  /** @type {Map<string, string>} by message: the sentence that is shown below it */
  failures = new Map();

  /**
   * @param {Store} store
   * @param {{ onModal: (frame: ModalFrame, place: Place) => void }} listeners `onModal` opens a modal
   */
  constructor(store, { onModal }) {
    this.store = store;
    this.onModal = onModal;
    store.on('interaction', (frame) => this.answer(frame));
  }

  /**
   * Sends an interaction. Resolves to the frame that answered it; never rejects.
   * @param {Verb} verb
   * @param {object} body
   * @param {Place} place
   * @returns {Promise<InteractionFrame>}
   */
  send(verb, body, place = {}) {
    const nonce = newNonce();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.failed({ nonce, reason: 'timeout' }), GIVE_UP);
      this.pending.set(nonce, { ...place, verb, resolve, timer });
      this.changed(place);
      post(verb, { user: this.store.me.id, ...body, nonce }).catch((/** @type {unknown} */ error) => {
        this.failed({ nonce, reason: 'refused', sentence: sentenceOf(error) });
      });
    });
  }

  /** @param {InteractionFrames['INTERACTION_FAILED']} failure */
  failed(failure) {
    this.answer({ t: 'INTERACTION_FAILED', d: failure });
  }

  /** @param {InteractionFrame} frame */
  answer(frame) {
    const waiting = this.pending.get(frame.d.nonce);
    if (!waiting) return; // another window of the same person has asked: only that one opens a form
    clearTimeout(waiting.timer);
    this.pending.delete(frame.d.nonce);
    if (frame.t === 'INTERACTION_FAILED') this.showFailure(waiting, frame.d.sentence ?? t('failed'));
    if (frame.t === 'INTERACTION_MODAL') this.onModal(frame, waiting);
    this.changed(waiting);
    waiting.resolve(frame);
  }

  /**
   * Shows a sentence below the message for a while.
   * @param {Waiting} waiting
   * @param {string} sentence
   */
  showFailure({ messageId, verb }, sentence) {
    if (verb === 'autocomplete' || !messageId) return;
    this.failures.set(messageId, sentence);
    setTimeout(() => {
      this.failures.delete(messageId);
      this.changed({ messageId });
    }, FAILURE_SHOWN);
  }

  /** @param {Place} place */
  changed({ messageId }) {
    if (messageId) this.store.emit('note', messageId);
  }

  /**
   * Whether this control waits for an answer.
   * @param {string} messageId
   * @param {string | undefined} customId
   */
  isPending(messageId, customId) {
    for (const item of this.pending.values()) {
      if (item.messageId === messageId && item.customId === customId) return true;
    }
    return false;
  }

  /** @param {string} messageId */
  failure(messageId) {
    return this.failures.get(messageId);
  }

  /**
   * Sends a press on a button or a choice in a select.
   * @param {Message} message
   * @param {Button | SelectMenu} component
   * @param {string[]} [values]
   */
  component(message, component, values) {
    const place = { messageId: message.id, customId: component.custom_id, channelId: message.channel_id };
    const body = { channel_id: message.channel_id, message_id: message.id, custom_id: component.custom_id };
    return this.send('component', { ...body, component_type: component.type, values }, place);
  }
}
