import { useEffect, useState } from 'react'

/** The value after no change for `delay` milliseconds (specification, "Business constants and limits": 500 by default). */
export function useDebounced<T>(value: T, delay = 500): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return rested
}
