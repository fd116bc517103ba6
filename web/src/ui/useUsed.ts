import { useState } from 'react'

/** True from the first time `open` was true. */
export function useUsed(open: boolean): boolean {
  const [used, setUsed] = useState(open)
  if (open && !used) setUsed(true)
  return used || open
}
