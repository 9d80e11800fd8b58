// How long this window's person is away from the bot: what goes between them waits in both directions.

const KEY = 'daeguk.latency';

/**
 * Milliseconds each way, by where the person and the bot are: beside Discord's servers in the east of the United
 * States, in Europe, in Korea.
 */
export const LATENCIES = [0, 150, 300];

/** The window's choice; it outlives a reload, and other windows have their own. */
export function latency() {
  try {
    return Number(sessionStorage.getItem(KEY));
  } catch {
    return 0;
  }
}

/** @param {number} milliseconds */
export function setLatency(milliseconds) {
  try {
    sessionStorage.setItem(KEY, String(milliseconds));
  } catch { /* private windows have no storage */ }
}

/** Resolves when what the person sends now arrives: without latency at once, as timers of hidden windows are slow. */
export async function travel() {
  const milliseconds = latency();
  if (milliseconds) await new Promise((arrive) => { setTimeout(arrive, milliseconds); });
}

/** Receives frames later, in their order also after a change of the latency. */
export class DelayedFrames {
  /** @type {(() => void)[]} oldest first */
  waiting = [];
  last = 0; // when the last frame arrives, on the clock of performance.now()

  /** @param {() => void} receive */
  add(receive) {
    const now = performance.now();
    this.last = Math.max(this.last, now + latency());
    this.waiting.push(receive);
    // Timers of fractions of a millisecond can change places: whichever rings, the oldest frame arrives.
    if (this.last > now) setTimeout(() => this.waiting.shift()?.(), this.last - now);
    else this.waiting.shift()?.();
  }
}
