/** Where to go after signing in: a path of this app only, so that a link cannot send a person elsewhere. */
export function safeBack(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/') || /^\/[/\\]/.test(value)) return undefined
  return /^\/(authentication|confirm-terms)\b/.test(value) ? undefined : value
}
