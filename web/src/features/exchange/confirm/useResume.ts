import { useEffect, useRef, useState } from 'react'

/** Does `go` once, as soon as it is `ready`, after what this gives was called. */
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
