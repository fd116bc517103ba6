/** The page after sign-in. Only a path of this app is accepted, so that a link cannot redirect to another site. */
export function safeBack(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/') || /^\/[/\\]/.test(value)) return undefined
  return /^\/(authentication|confirm-terms)\b/.test(value) ? undefined : value
}
