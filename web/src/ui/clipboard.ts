/** Copies text; false when the browser refuses (an insecure page, a frame without the permission). */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** "TQ5Nxr8yqk…V4mPz9eJ": the ends tell an address apart, the middle does not. */
export function shortenMiddle(text: string, head = 10, tail = 8): string {
  return text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`
}
