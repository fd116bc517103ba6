import { useEffect, useRef, useState } from 'react'

/** Returns a function that schedules `go` to run once, as soon as `ready` is true. */
export function useResume(ready: boolean, go: () => void): () => void {
  const [waits, setWaits] = useState(false)
  const latest = useRef(go)
  useEffect(() => {
    latest.current = go
  })
  useEffect(() => {
    if (!waits || !ready) return
    setWaits(false)
    latest.current()
  }, [waits, ready])
  return () => setWaits(true)
}
