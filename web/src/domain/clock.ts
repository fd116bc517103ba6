import { useEffect, useState } from 'react'

/**
 * The difference between this device's clock and the server's, in milliseconds. A wrong clock must not expire a quote.
 */
export function clockSkew(serverTime: string, receivedAt: number): number {
  const server = Date.parse(serverTime)
  return Number.isNaN(server) ? 0 : server - receivedAt
}

/** Whole seconds until `until` by the server's clock, never negative. */
export function secondsLeft(until: string, now: number, skew: number): number {
  const end = Date.parse(until)
  return Number.isNaN(end) ? 0 : Math.max(0, Math.ceil((end - now - skew) / 1000))
}

/** "14:59", or "1:02:03" past an hour. */
export function countdownText(seconds: number): string {
  const pad = (value: number) => value.toString().padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`
}

/** The remaining seconds, updated twice per second. 0 without a deadline. */
export function useSecondsLeft(until: string | null | undefined, skew: number): number {
  const [looked, setLooked] = useState(() => ({ until, now: Date.now() }))
  // A new deadline resets the time: the previous tick may be older, and a minute would begin at 1:01.
  if (looked.until !== until) setLooked({ until, now: Date.now() })
  useEffect(() => {
    if (!until) return
    const timer = setInterval(() => setLooked({ until, now: Date.now() }), 500)
    return () => clearInterval(timer)
  }, [until])
  return until ? secondsLeft(until, looked.now, skew) : 0
}
