/** An order reference as people read it: two groups of four. */
const REFERENCE = /^[0-9A-Z]{4}-[0-9A-Z]{4}$/

/** The order named in an address, or nothing: what stands there is shown and sent, so only a reference passes. */
export function orderReference(value: unknown): string | undefined {
  return typeof value === 'string' && REFERENCE.test(value) ? value : undefined
}

/** A link that opens a mail to support with its subject written. */
export function mailTo(address: string, subject: string): string {
  return `mailto:${encodeURIComponent(address).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`
}
