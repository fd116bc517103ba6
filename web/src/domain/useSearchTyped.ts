import { useEffect, useState } from 'react'
import { useDebounced } from './useDebounced'

const REST_MS = 300

/** The text of a search field, applied after a debounce delay. An external change of the search updates the text. */
export function useSearchTyped(asked: string | undefined, onAsk: (search: string | undefined) => void) {
  const kept = asked ?? ''
  const [state, setState] = useState({ typed: kept, kept })
  if (state.kept !== kept) setState({ typed: kept === state.typed.trim() ? state.typed : kept, kept })
  const { typed } = state
  const rested = useDebounced(typed, REST_MS)
  useEffect(() => {
    if (rested === typed && rested.trim() !== kept.trim()) onAsk(rested.trim() || undefined)
  }, [rested, typed, kept, onAsk])
  return [typed, (text: string) => setState({ typed: text, kept })] as const
}
