/** The address of a shared status. The secret stands behind `#`, so that browsers send it to no server. */
export function statusUrl(origin: string, token: string): string {
  return `${origin}/status#${token}`
}
