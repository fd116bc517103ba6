/* <CopyButton text label /> — a 44 px target; shows and announces "Copied" for two seconds. */
import { useLingui } from '@lingui/react/macro'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copyText } from './clipboard'

const SHOWN_MS = 2000

export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useLingui()
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [state])
  const copy = async () => setState((await copyText(text)) ? 'copied' : 'failed')
  const spoken = { idle: '', copied: t`Copied`, failed: t`Could not copy` }[state]
  return (
    <>
      <button
        type="button"
        aria-label={label}
        title={label}
        onClick={() => void copy()}
        className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-sunken hover:text-text"
      >
        {state === 'copied' ? (
          <Check size={18} className="text-ok" aria-hidden="true" />
        ) : (
          <Copy size={18} aria-hidden="true" />
        )}
      </button>
      <span role="status" className={state === 'failed' ? 'text-[13px] text-bad' : 'sr-only'}>
        {spoken}
      </span>
    </>
  )
}
