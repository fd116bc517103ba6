import { useState } from 'react'

/** Whether `open` was ever true. */
export function useUsed(open: boolean): boolean {
  const [used, setUsed] = useState(open)
  if (open && !used) setUsed(true)
  return used || open
}
