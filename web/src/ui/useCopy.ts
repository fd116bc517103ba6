import { useEffect, useState } from 'react'
import { copyText } from './clipboard'

const SHOWN_MS = 2000

/** Copies a text, and shows the result for a moment. */
export function useCopy(text: string): { state: 'idle' | 'copied' | 'failed'; copy: () => void } {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [state])
  return { state, copy: () => void copyText(text).then((done) => setState(done ? 'copied' : 'failed')) }
}
