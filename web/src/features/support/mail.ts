/** An order reference as displayed: two groups of four. */
const REFERENCE = /^[0-9A-Z]{4}-[0-9A-Z]{4}$/

/** The order reference of a URL. Rejects other text, because the page shows and sends it. */
export function orderReference(value: unknown): string | undefined {
  return typeof value === 'string' && REFERENCE.test(value) ? value : undefined
}

/** A mailto link to support with a prepared subject. */
export function mailTo(address: string, subject: string): string {
  return `mailto:${encodeURIComponent(address).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`
}
