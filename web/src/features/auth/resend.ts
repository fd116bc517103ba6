const WAITS_S = [60, 90, 120, 180]

/** Seconds until another code can be requested: the server's value, or else more with each code sent. */
export function resendAfter(sends: number, server: number | undefined): number {
  if (server !== undefined && server > 0) return server
  return WAITS_S[Math.min(Math.max(sends, 1), WAITS_S.length) - 1] ?? 180
}

/** Whole seconds left of the wait. */
export function secondsToWait(sentAt: number, wait: number, now: number): number {
  return Math.max(0, Math.ceil((sentAt + wait * 1000 - now) / 1000))
}
