// Files that a person chooses.

/** {filename, content_type, data} of a file, with its bytes as base64. */
export async function contentOf(file) {
  const data = await new Promise((resolve, reject) => {
    const reader = Object.assign(new FileReader(), { onload: () => resolve(reader.result.split(',')[1] ?? ''), onerror: () => reject(reader.error) });
    reader.readAsDataURL(file);
  });
  return { filename: file.name, content_type: file.type, data };
}
