/** "ENAMETOOLONG: name too long, open '…'" → "name too long": what the system said, without its code and the path that is named anyway. */
export function systemReason(error: unknown): string {
  const { message } = error as Error;
  return message.replace(/^E[A-Z0-9]+: /, '').replace(/, \w+( '[^]*)?$/, '');
}
