/** The number of digits of a sign-in code. */
export const CODE_LENGTH = 6
/** During a brute-force attack, the server sends codes of eight letters and digits instead. */
export const LONG_CODE_LENGTH = 8

/**
 * Extracts the code from typed or pasted text: "123 456" and "Your code: 123-456" become "123456", "k7m2-pq9r" becomes
 * "K7M2PQ9R".
 */
export function codeText(text: string): string {
  const bare = text.replace(/[\s-]/g, '')
  if (/^\d*$/.test(bare)) return bare.slice(0, CODE_LENGTH)
  const inside = /(?:^|\D)(\d{3}[\s-]?\d{3})(?:\D|$)/.exec(text)?.[1]
  if (inside) return inside.replace(/\D/g, '')
  return bare
    .replace(/[^0-9a-z]/gi, '')
    .toUpperCase()
    .slice(0, LONG_CODE_LENGTH)
}

/** The expected length of the code, judging by the typed text. */
export function codeLength(code: string): number {
  return /[A-Z]/.test(code) ? LONG_CODE_LENGTH : CODE_LENGTH
}
