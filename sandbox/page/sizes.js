// The numbers of sizes.css for scripts.

const style = getComputedStyle(document.documentElement);

/**
 * A number of sizes.css without its unit.
 * @param {string} name
 */
export function size(name) {
  return Number.parseFloat(style.getPropertyValue(`--${name}`));
}

/** The devices of sizes.css as [{name, width, height}]. */
export function devices() {
  const names = style.getPropertyValue('--devices').trim().split(/\s+/);
  return names.map((name) => {
    const [width = NaN, height = NaN] = name.split('x').map(Number);
    return { name, width, height };
  });
}
