// Files that a person chooses.

/** @import { FileContent } from './discord.d.ts' */

/**
 * A file's name, type and bytes. Rejects if it cannot be read.
 * @param {File} file
 * @returns {Promise<FileContent>}
 */
export async function contentOf(file) {
  const address = await dataUrl(file);
  return { filename: file.name, content_type: file.type, data: address.slice(address.indexOf(',') + 1) };
}

/**
 * "data:<type>;base64,<bytes>".
 * @param {File} file
 * @returns {Promise<string>}
 */
function dataUrl(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(reader.error ?? new Error(file.name)));
    reader.readAsDataURL(file);
  });
}
