import { useEffect, useState } from 'react'

/** Clocks show whole minutes. */
const TICK_MS = 20_000

/** The current time, for ages and clocks. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
