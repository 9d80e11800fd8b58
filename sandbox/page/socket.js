// The window's socket. It reconnects, with a longer wait after each failure.

const FIRST_WAIT = 400;
const LONGEST_WAIT = 2000; // milliseconds; the server is on this machine

export class Socket {
  /** `onFrame` receives every frame, `onState` 'open' or 'lost'. */
  constructor(user, { onFrame, onState }) {
    Object.assign(this, { user, onFrame, onState, wait: FIRST_WAIT, timer: null });
    addEventListener('online', () => this.hurry());
    document.addEventListener('visibilitychange', () => document.hidden || this.hurry());
    this.open();
  }

  open() {
    this.timer = null;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const query = new URLSearchParams({ language: navigator.language, ...(this.user ? { user: this.user } : {}) });
    this.socket = new WebSocket(`${scheme}://${location.host}/page/ws?${query}`);
    this.socket.addEventListener('message', (event) => this.read(event.data));
    this.socket.addEventListener('close', () => this.lost());
  }

  read(text) {
    const frame = JSON.parse(text);
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
