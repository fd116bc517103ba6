/**
 * A random id for request and idempotency headers. `randomUUID` does not exist on plain-HTTP pages except localhost.
 */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The header that makes a money-moving request safe to repeat: keep one key for one intent. */
export function idempotency(key: string): { 'Idempotency-Key': string } {
  return { 'Idempotency-Key': key }
}
