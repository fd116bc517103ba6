/* <CopyButton text label round /> — a 44 px target, `round` beside a value to enter elsewhere; shows and announces "Copied" for two seconds. */
import { useLingui } from '@lingui/react/macro'
import { Check, Copy } from 'lucide-react'
import { useCopy } from './useCopy'

export function CopyButton({ text, label, round = false }: { text: string; label: string; round?: boolean }) {
  const { t } = useLingui()
  const { state, copy } = useCopy(text)
  const spoken = { idle: '', copied: t`Copied`, failed: t`Could not copy` }[state]
  return (
    <>
      <button
        type="button"
        aria-label={label}
        title={label}
        onClick={copy}
        className={`grid size-11 shrink-0 place-items-center rounded-full text-muted hover:text-text ${round ? 'bg-surface shadow-(--e1)' : 'hover:bg-sunken'}`}
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
