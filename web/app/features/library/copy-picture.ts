/** Puts a PNG of this site on the clipboard. Rejects where the browser has no clipboard for pictures. */
export async function copyPicture(url: string): Promise<void> {
  if (typeof ClipboardItem === "undefined" || navigator.clipboard?.write === undefined) throw new Error("no clipboard");
  const load = async () => {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`the picture answers ${response.status}`);
    return response.blob();
  };
  // The promise goes in as it is: the right to write ends soon after the click.
  await navigator.clipboard.write([new ClipboardItem({ "image/png": load() })]);
}
