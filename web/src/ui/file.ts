// file.ts - files out and in, without leaving the page.

export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/jsonl' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** The text of a file that somebody chooses; null: none. */
export function pickFile(): Promise<string | null> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = '.jsonl,.json,.txt';
    input.onchange = async () => resolve(input.files?.[0] ? input.files[0].text() : null);
    input.oncancel = () => resolve(null);
    input.click();
  });
}
