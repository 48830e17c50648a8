/** Copies text; false if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  return succeeds(() => navigator.clipboard.writeText(text));
}

/** Copies a PNG of this site; false if the browser can't copy images, or the image can't be loaded. */
export async function copyPicture(url: string): Promise<boolean> {
  const load = async (): Promise<Blob> => {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url} answers ${response.status}`);
    return response.blob();
  };
  // A promise, because Safari only copies what the click itself handed over.
  return succeeds(() => navigator.clipboard.write([new ClipboardItem({ "image/png": load() })]));
}

async function succeeds(copy: () => Promise<void>): Promise<boolean> {
  try {
    await copy();
    return true;
  } catch {
    // Not supported, not permitted, or the page has lost the focus.
    return false;
  }
}
