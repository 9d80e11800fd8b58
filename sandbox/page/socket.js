// The window's socket. It reconnects, with a longer wait after each failure.

import { DelayedFrames } from './latency.js';

/** @import { Frame } from './types.d.ts' */

const FIRST_WAIT = 400; // milliseconds
const LONGEST_WAIT = 2000; // the server is on this machine

/**
 * The server is of this project: its frames are what PROTOCOL.md says.
 * @type {(text: string) => Frame}
 */
const parseFrame = JSON.parse;

export class Socket {
  wait = FIRST_WAIT;
  /** @type {number | undefined} set while it waits to reconnect */
  timer;
  frames = new DelayedFrames();

  /**
   * @param {string | null} user whose window it is; null: the server chooses
   * @param {{ onFrame: (frame: Frame) => void, onState: (state: 'open' | 'lost') => void }} listeners
   */
  constructor(user, { onFrame, onState }) {
    this.user = user;
    this.onFrame = onFrame;
    this.onState = onState;
    addEventListener('online', () => this.hurry());
    document.addEventListener('visibilitychange', () => document.hidden || this.hurry());
    this.open();
  }

  open() {
    this.timer = undefined;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const query = new URLSearchParams({ language: navigator.language, ...(this.user ? { user: this.user } : {}) });
    const socket = new WebSocket(`${scheme}://${location.host}/page/ws?${query}`);
    socket.addEventListener('message', (event) => this.frames.add(() => this.read(String(event.data))));
    socket.addEventListener('close', () => this.lost());
  }

  /** @param {string} text */
  read(text) {
    const frame = parseFrame(text);
    if (frame.t === 'HELLO') {
      this.wait = FIRST_WAIT;
      this.user = frame.d.me.id;
      this.onState('open');
    }
    this.onFrame(frame);
  }

  lost() {
    this.onState('lost');
    if (this.timer) return;
    // Windows that lost the same server do not all come back at once.
    this.timer = setTimeout(() => this.open(), this.wait * (0.8 + Math.random() * 0.4));
    this.wait = Math.min(this.wait * 1.7, LONGEST_WAIT);
  }

  /** The window became visible: reconnect now instead of at the end of the wait. */
  hurry() {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.open();
  }
}
